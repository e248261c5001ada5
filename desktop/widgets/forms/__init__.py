"""Forms from schemas: fields described by a model, their editors, rows, and the dialogs that hold them."""
