<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Action</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>What there is to watch, your runs, and who speaks in the next one.</source>
        <translation>Was es zu sehen gibt, deine Läufe, und wer im nächsten spricht.</translation>
    </message>
    <message>
        <source>Open a run from anywhere, or a bundle, a cast, a spec of an experiment.</source>
        <translation>Einen Lauf von überall öffnen, oder ein Bündel, eine Besetzung, die Vorgabe eines Experiments.</translation>
    </message>
    <message>
        <source>Bring in logs of pidgin, chats of SillyTavern, character cards, or runs of Parley.</source>
        <translation>Protokolle von pidgin, Chats von SillyTavern, Figurenkarten oder Läufe von Parley hereinholen.</translation>
    </message>
    <message>
        <source>Export a clip…</source>
        <translation>Clip exportieren …</translation>
    </message>
    <message>
        <source>Some turns as an animated picture of the plan and what is said.</source>
        <translation>Einige Beiträge als bewegtes Bild des Grundrisses und dessen, was gesagt wird.</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;Scene</source>
        <translation>&amp;Szene</translation>
    </message>
    <message>
        <source>Evening: the plan large</source>
        <translation>Abend: der Plan groß</translation>
    </message>
    <message>
        <source>The plan as large as it can be, the talk and the reasons beside it. What you move is kept for each layout.</source>
        <translation>Der Plan so groß wie möglich, Gespräch und Gründe daneben. Was man verschiebt, bleibt für jede Anordnung erhalten.</translation>
    </message>
    <message>
        <source>Morning: the network beside the plan</source>
        <translation>Morgen: das Netz neben dem Plan</translation>
    </message>
    <message>
        <source>Who moves towards whom in a column beside the plan, the talk below it. What you move is kept for each layout.</source>
        <translation>Wer sich auf wen zubewegt, in einer Spalte neben dem Plan, das Gespräch darunter. Was man verschiebt, bleibt für jede Anordnung erhalten.</translation>
    </message>
    <message>
        <source>St&amp;ory</source>
        <translation>&amp;Geschichte</translation>
    </message>
    <message>
        <source>&amp;Turn</source>
        <translation>&amp;Beitrag</translation>
    </message>
    <message>
        <source>Plays the shown turn with other dice, whoever speaks then; any way can be kept as a branch.</source>
        <translation>Spielt den gezeigten Beitrag mit anderen Würfeln, wer auch immer dann spricht; jede Fassung lässt sich als Abzweigung behalten.</translation>
    </message>
    <message>
        <source>Say it another way</source>
        <translation>Anders sagen</translation>
    </message>
    <message>
        <source>Draws other words for the line in place; one of them can be kept, and the talk goes on from it.</source>
        <translation>Zieht an Ort und Stelle andere Worte für die Zeile; eine Fassung lässt sich behalten, und das Gespräch geht von ihr aus weiter.</translation>
    </message>
    <message>
        <source>Find in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>&amp;Member</source>
        <translation>&amp;Mitglied</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Why this scene</source>
        <translation>Warum diese Szene</translation>
    </message>
    <message>
        <source>Talks round the clock: what fired and what will.</source>
        <translation>Gespräche rund um die Uhr: was gespielt wurde und was kommt.</translation>
    </message>
    <message>
        <source>Network on the whole canvas</source>
        <translation>Netz über das ganze Fenster</translation>
    </message>
    <message>
        <source>Who stands how to whom, as large as the window; the same key puts everything back.</source>
        <translation>Wer wie zu wem steht, so groß wie das Fenster; dieselbe Taste stellt alles zurück.</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Opens at the page of the view that you look at.</source>
        <translation>Öffnet sich an der Seite der Ansicht, die du gerade ansiehst.</translation>
    </message>
    <message>
        <source>Keys and actions</source>
        <translation>Tasten und Aktionen</translation>
    </message>
    <message>
        <source>Everything that can be done, and its keys.</source>
        <translation>Alles, was sich tun lässt, mit seinen Tasten.</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Die Tour machen</translation>
    </message>
    <message>
        <source>Two minutes on a rehearsed day; it ends in a run of your own.</source>
        <translation>Zwei Minuten an einem geprobten Tag; am Ende steht ein eigener Lauf.</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Breakpoints</source>
        <translation>Haltepunkte</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>Selected turns</source>
        <translation>Gewählte Beiträge</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Save the view</source>
        <translation>Ansicht speichern</translation>
    </message>
    <message>
        <source>Open or start a run first.</source>
        <translation>Öffne oder starte zuerst einen Lauf.</translation>
    </message>
    <message>
        <source>The run has ended; fork it to go on.</source>
        <translation>Der Lauf ist zu Ende; zweige ihn ab, um weiterzumachen.</translation>
    </message>
    <message>
        <source>Pause the run first.</source>
        <translation>Halte den Lauf zuerst an.</translation>
    </message>
    <message>
        <source>This is the first turn.</source>
        <translation>Das ist der erste Beitrag.</translation>
    </message>
    <message>
        <source>This is the newest turn.</source>
        <translation>Das ist der neueste Beitrag.</translation>
    </message>
    <message>
        <source>Choose a turn first.</source>
        <translation>Wähle zuerst einen Beitrag.</translation>
    </message>
    <message>
        <source>Choose a member first.</source>
        <translation>Wähle zuerst ein Mitglied.</translation>
    </message>
    <message>
        <source>There is no turn to take again.</source>
        <translation>Es gibt keinen Beitrag, der sich wiederholen ließe.</translation>
    </message>
    <message>
        <source>There are no breakpoints.</source>
        <translation>Es gibt keine Haltepunkte.</translation>
    </message>
    <message>
        <source>Here another order says who is next; in a duologue, fork with changes.</source>
        <translation>Hier bestimmt eine andere Ordnung, wer als Nächstes spricht; in einem Duolog zweige mit Änderungen ab.</translation>
    </message>
    <message>
        <source>Choose one job in the queue whose run has begun.</source>
        <translation>Wähle einen Auftrag in der Warteschlange, dessen Lauf begonnen hat.</translation>
    </message>
    <message>
        <source>Choose jobs in the queue that are not over.</source>
        <translation>Wähle Aufträge in der Warteschlange, die noch nicht vorbei sind.</translation>
    </message>
    <message>
        <source>Choose jobs in the queue that stand.</source>
        <translation>Wähle Aufträge in der Warteschlange, die stehen.</translation>
    </message>
    <message>
        <source>This run has no scenes: start a day in the office.</source>
        <translation>Dieser Lauf hat keine Szenen: Beginne einen Tag im Büro.</translation>
    </message>
    <message>
        <source>No scene is under way.</source>
        <translation>Gerade läuft keine Szene.</translation>
    </message>
    <message>
        <source>No day is under way; Play begins the next one.</source>
        <translation>Gerade läuft kein Tag; Spielen beginnt den nächsten.</translation>
    </message>
    <message>
        <source>This run is no story: begin one.</source>
        <translation>Dieser Lauf ist keine Geschichte: Beginne eine.</translation>
    </message>
    <message>
        <source>The others have not answered yet.</source>
        <translation>Die anderen haben noch nicht geantwortet.</translation>
    </message>
    <message>
        <source>There is no such choice now.</source>
        <translation>Diese Wahl gibt es gerade nicht.</translation>
    </message>
    <message>
        <source>An imported run was not played here.</source>
        <translation>Ein importierter Lauf wurde nicht hier gespielt.</translation>
    </message>
    <message>
        <source>There is no other run to compare with.</source>
        <translation>Es gibt keinen anderen Lauf zum Vergleichen.</translation>
    </message>
    <message>
        <source>Click into a view first.</source>
        <translation>Klicke zuerst in eine Ansicht.</translation>
    </message>
    <message>
        <source>There is no notice to close.</source>
        <translation>Es gibt keine Meldung zu schließen.</translation>
    </message>
    <message>
        <source>New run…</source>
        <translation>Neuer Lauf …</translation>
    </message>
    <message>
        <source>Choose a format, a cast, a topic and a voice.</source>
        <translation>Format, Besetzung, Thema und Stimme wählen.</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Datei öffnen …</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Save the transcript as Markdown, HTML, text, JSON or CSV.</source>
        <translation>Die Mitschrift als Markdown, HTML, Text, JSON oder CSV speichern.</translation>
    </message>
    <message>
        <source>Export the logbook…</source>
        <translation>Logbuch exportieren …</translation>
    </message>
    <message>
        <source>Save a page a scene as Markdown, HTML or PDF.</source>
        <translation>Jede Szene als Seite sichern: Markdown, HTML oder PDF.</translation>
    </message>
    <message>
        <source>Show the run&apos;s file</source>
        <translation>Datei des Laufs zeigen</translation>
    </message>
    <message>
        <source>Search all runs</source>
        <translation>Alle Läufe durchsuchen</translation>
    </message>
    <message>
        <source>Find a line in every transcript of the library.</source>
        <translation>Eine Zeile in allen Mitschriften der Bibliothek finden.</translation>
    </message>
    <message>
        <source>Undo in the library</source>
        <translation>In der Bibliothek rückgängig machen</translation>
    </message>
    <message>
        <source>Takes back what was last deleted, archived, renamed, starred or tagged there.</source>
        <translation>Nimmt zurück, was dort zuletzt gelöscht, archiviert, umbenannt oder mit Stern oder Schlagwort versehen wurde.</translation>
    </message>
    <message>
        <source>All actions…</source>
        <translation>Alle Aktionen …</translation>
    </message>
    <message>
        <source>Type a few letters of what you want to do.</source>
        <translation>Tippe ein paar Buchstaben von dem, was du tun willst.</translation>
    </message>
    <message>
        <source>Edit casts…</source>
        <translation>Besetzungen bearbeiten …</translation>
    </message>
    <message>
        <source>Write members: persona, voice, desk, relations.</source>
        <translation>Leute schreiben: Persona, Stimme, Platz, Beziehungen.</translation>
    </message>
    <message>
        <source>Talk with a character…</source>
        <translation>Mit einer Figur reden …</translation>
    </message>
    <message>
        <source>A dialogue with somebody of your character cards.</source>
        <translation>Ein Dialog mit jemandem aus deinen Figurenkarten.</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>Experimente</translation>
    </message>
    <message>
        <source>The same talk many times over a grid of settings, and what they change.</source>
        <translation>Dasselbe Gespräch viele Male über ein Raster von Einstellungen, und was sie ändern.</translation>
    </message>
    <message>
        <source>New experiment…</source>
        <translation>Neues Experiment …</translation>
    </message>
    <message>
        <source>Choose a talk, what is varied, and how often each is run.</source>
        <translation>Ein Gespräch wählen, was sich ändert, und wie oft jedes läuft.</translation>
    </message>
    <message>
        <source>Open an experiment…</source>
        <translation>Experiment öffnen …</translation>
    </message>
    <message>
        <source>Take in a spec: a TOML file that parley experiment run reads.</source>
        <translation>Eine Vorgabe hereinholen: eine TOML-Datei, die parley experiment run liest.</translation>
    </message>
    <message>
        <source>Follow the schedule</source>
        <translation>Dem Tagesplan folgen</translation>
    </message>
    <message>
        <source>Plays the schedule by the real clock as long as this window is open.</source>
        <translation>Spielt den Tagesplan nach der echten Uhr, solange dieses Fenster offen ist.</translation>
    </message>
    <message>
        <source>Local models…</source>
        <translation>Lokale Modelle …</translation>
    </message>
    <message>
        <source>Models that run on this machine: fetch, use and remove them, or add a file.</source>
        <translation>Modelle, die auf diesem Rechner laufen: holen, verwenden, entfernen oder eine Datei hinzufügen.</translation>
    </message>
    <message>
        <source>Tools…</source>
        <translation>Werkzeuge …</translation>
    </message>
    <message>
        <source>What members may use: servers of the Model Context Protocol, and Python functions.</source>
        <translation>Was Mitglieder benutzen dürfen: Server des Model Context Protocol und Python-Funktionen.</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Stops what is being spent; the run is kept.</source>
        <translation>Es wird nichts mehr ausgegeben; der Lauf bleibt erhalten.</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>Spielen oder anhalten</translation>
    </message>
    <message>
        <source>Let the conversation go on, or hold it before the next turn.</source>
        <translation>Das Gespräch weitergehen lassen oder vor dem nächsten Beitrag anhalten.</translation>
    </message>
    <message>
        <source>One turn, then hold</source>
        <translation>Ein Beitrag, dann Halt</translation>
    </message>
    <message>
        <source>Takes one turn; in a rewound run it shows the next turn.</source>
        <translation>Spielt einen Beitrag; in einem zurückgespulten Lauf zeigt es den nächsten.</translation>
    </message>
    <message>
        <source>Stop the run</source>
        <translation>Lauf beenden</translation>
    </message>
    <message>
        <source>Ends the run for good; what was said is kept.</source>
        <translation>Beendet den Lauf endgültig; was gesagt wurde, bleibt.</translation>
    </message>
    <message>
        <source>Run it again with another seed</source>
        <translation>Mit anderem Startwert wiederholen</translation>
    </message>
    <message>
        <source>Plays the same talk from its beginning, as a new run.</source>
        <translation>Spielt dasselbe Gespräch von vorn, als neuer Lauf.</translation>
    </message>
    <message>
        <source>Run it again with…</source>
        <translation>Noch einmal mit …</translation>
    </message>
    <message>
        <source>The same talk with whatever you choose otherwise, as a new run.</source>
        <translation>Dasselbe Gespräch mit allem, was du anders wählst, als neuer Lauf.</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>Langsamer</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>Schneller</translation>
    </message>
    <message>
        <source>As fast as it goes</source>
        <translation>So schnell es geht</translation>
    </message>
    <message>
        <source>No pauses for reading between two turns.</source>
        <translation>Keine Lesepausen zwischen zwei Beiträgen.</translation>
    </message>
    <message>
        <source>Inject a topic</source>
        <translation>Thema einwerfen</translation>
    </message>
    <message>
        <source>Everybody hears it before the next turn.</source>
        <translation>Alle hören es vor dem nächsten Beitrag.</translation>
    </message>
    <message>
        <source>Speak as…</source>
        <translation>Sprechen als …</translation>
    </message>
    <message>
        <source>Take the next turn yourself, as a member or as the director.</source>
        <translation>Den nächsten Beitrag selbst übernehmen, als Mitglied oder als Regie.</translation>
    </message>
    <message>
        <source>Change everybody&apos;s voice…</source>
        <translation>Stimme aller wechseln …</translation>
    </message>
    <message>
        <source>What brings the members to speech from the next turn on.</source>
        <translation>Was die Mitglieder ab dem nächsten Beitrag sprechen lässt.</translation>
    </message>
    <message>
        <source>Who speaks next…</source>
        <translation>Wer spricht als Nächstes …</translation>
    </message>
    <message>
        <source>How the next speaker is chosen from here on.</source>
        <translation>Wie von hier an gewählt wird, wer spricht.</translation>
    </message>
    <message>
        <source>Grade blind by hand…</source>
        <translation>Blind von Hand bewerten …</translation>
    </message>
    <message>
        <source>Line by line, without names and in no order, by the rubric of the Judges panel.</source>
        <translation>Zeile für Zeile, ohne Namen und ohne Reihenfolge, nach dem Bewertungsbogen im Bereich „Bewertung“.</translation>
    </message>
    <message>
        <source>Hold before the member speaks</source>
        <translation>Halten, bevor das Mitglied spricht</translation>
    </message>
    <message>
        <source>Hold at a turn…</source>
        <translation>Bei einem Beitrag halten …</translation>
    </message>
    <message>
        <source>Pause at a convergence…</source>
        <translation>Bei einer Konvergenz anhalten …</translation>
    </message>
    <message>
        <source>Pause after the turn with which the two who spoke last sound alike.</source>
        <translation>Nach dem Beitrag anhalten, mit dem die beiden, die zuletzt sprachen, gleich klingen.</translation>
    </message>
    <message>
        <source>All breakpoints…</source>
        <translation>Alle Haltepunkte …</translation>
    </message>
    <message>
        <source>Where the run holds, each to be taken away.</source>
        <translation>Wo der Lauf hält; jeder lässt sich wegnehmen.</translation>
    </message>
    <message>
        <source>Clear all breakpoints</source>
        <translation>Alle Haltepunkte löschen</translation>
    </message>
    <message>
        <source>Open its run</source>
        <translation>Seinen Lauf öffnen</translation>
    </message>
    <message>
        <source>Shows the run of the chosen job, as far as it is.</source>
        <translation>Zeigt den Lauf des gewählten Auftrags, so weit er ist.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>The chosen jobs wait again; what their runs have so far is kept.</source>
        <translation>Die gewählten Aufträge warten wieder; was ihre Läufe schon haben, bleibt.</translation>
    </message>
    <message>
        <source>Cancel the job</source>
        <translation>Auftrag absagen</translation>
    </message>
    <message>
        <source>The chosen jobs are not begun; what is under way is left as its run stands.</source>
        <translation>Die gewählten Aufträge werden nicht begonnen; was läuft, bleibt stehen, wo sein Lauf ist.</translation>
    </message>
    <message>
        <source>Worker of this window</source>
        <translation>Worker dieses Fensters</translation>
    </message>
    <message>
        <source>Plays the jobs of the queue while this window is open.</source>
        <translation>Spielt die Aufträge der Warteschlange, solange dieses Fenster offen ist.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>The game master chooses the next scene.</source>
        <translation>Die Spielleitung wählt die nächste Szene.</translation>
    </message>
    <message>
        <source>Intervene…</source>
        <translation>Eingreifen …</translation>
    </message>
    <message>
        <source>A word of the director&apos;s that everybody in the scene hears.</source>
        <translation>Ein Wort der Regie, das alle in der Szene hören.</translation>
    </message>
    <message>
        <source>Skip the scene</source>
        <translation>Szene überspringen</translation>
    </message>
    <message>
        <source>Ends the scene with what was said; between two scenes, leaves the next one out.</source>
        <translation>Beendet die Szene mit dem, was gesagt ist; zwischen zwei Szenen fällt die nächste aus.</translation>
    </message>
    <message>
        <source>End the day</source>
        <translation>Tag beenden</translation>
    </message>
    <message>
        <source>Everybody goes home; the day gets its summary.</source>
        <translation>Alle gehen heim; der Tag bekommt seine Zusammenfassung.</translation>
    </message>
    <message>
        <source>Autopilot</source>
        <translation>Autopilot</translation>
    </message>
    <message>
        <source>Scenes follow each other without asking; without it the run stands after each.</source>
        <translation>Szenen folgen ohne Nachfrage aufeinander; ohne ihn hält der Lauf nach jeder.</translation>
    </message>
    <message>
        <source>Autopilot for days…</source>
        <translation>Autopilot für Tage …</translation>
    </message>
    <message>
        <source>Let the office live for some days by itself.</source>
        <translation>Das Büro einige Tage für sich leben lassen.</translation>
    </message>
    <message>
        <source>Call a scene…</source>
        <translation>Szene ansetzen …</translation>
    </message>
    <message>
        <source>Say what happens next: who meets, where, about what.</source>
        <translation>Bestimmen, was als Nächstes geschieht: wer sich wo trifft, und worüber.</translation>
    </message>
    <message>
        <source>Call a meeting…</source>
        <translation>Besprechung ansetzen …</translation>
    </message>
    <message>
        <source>Call people together about a topic.</source>
        <translation>Leute zu einem Thema zusammenrufen.</translation>
    </message>
    <message>
        <source>Begin a story…</source>
        <translation>Geschichte beginnen …</translation>
    </message>
    <message>
        <source>Play in a world that a narrator, a keeper and a jester tell.</source>
        <translation>Spiele in einer Welt, die Erzählstimme, Spielleitung und Narr erzählen.</translation>
    </message>
    <message>
        <source>What do you do?</source>
        <translation>Was tust du?</translation>
    </message>
    <message>
        <source>Puts the cursor where you write what you do or say.</source>
        <translation>Setzt die Schreibmarke dorthin, wo du schreibst, was du tust oder sagst.</translation>
    </message>
    <message>
        <source>First choice</source>
        <translation>Erste Wahl</translation>
    </message>
    <message>
        <source>Second choice</source>
        <translation>Zweite Wahl</translation>
    </message>
    <message>
        <source>Third choice</source>
        <translation>Dritte Wahl</translation>
    </message>
    <message>
        <source>Autoplay</source>
        <translation>Selbstlauf</translation>
    </message>
    <message>
        <source>One of the choices is taken by chance, turn by turn.</source>
        <translation>Zug um Zug wird eine der Möglichkeiten ausgelost.</translation>
    </message>
    <message>
        <source>Previous turn</source>
        <translation>Voriger Beitrag</translation>
    </message>
    <message>
        <source>Every view shows the run as it was at that turn.</source>
        <translation>Alle Ansichten zeigen den Lauf, wie er bei diesem Beitrag war.</translation>
    </message>
    <message>
        <source>First turn</source>
        <translation>Erster Beitrag</translation>
    </message>
    <message>
        <source>Newest turn</source>
        <translation>Neuester Beitrag</translation>
    </message>
    <message>
        <source>Select the turn before, too</source>
        <translation>Den Beitrag davor auch wählen</translation>
    </message>
    <message>
        <source>Every view and all measures follow the selected turns.</source>
        <translation>Alle Ansichten und Maße folgen den gewählten Beiträgen.</translation>
    </message>
    <message>
        <source>Select the next turn, too</source>
        <translation>Den nächsten Beitrag auch wählen</translation>
    </message>
    <message>
        <source>Select no turns</source>
        <translation>Keine Beiträge wählen</translation>
    </message>
    <message>
        <source>Take the last turn again</source>
        <translation>Letzten Beitrag wiederholen</translation>
    </message>
    <message>
        <source>What if: draw the turn again</source>
        <translation>Was wäre, wenn: Beitrag neu ziehen</translation>
    </message>
    <message>
        <source>Fork here</source>
        <translation>Hier abzweigen</translation>
    </message>
    <message>
        <source>A new run that shares all turns up to this one.</source>
        <translation>Ein neuer Lauf mit allen Beiträgen bis zu diesem.</translation>
    </message>
    <message>
        <source>Fork with changes…</source>
        <translation>Mit Änderungen abzweigen …</translation>
    </message>
    <message>
        <source>Another topic, voice, policy, seed or number of turns from here on.</source>
        <translation>Von hier an anderes Thema, andere Stimme, Wortfolge, Startwert oder Zahl der Beiträge.</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen …</translation>
    </message>
    <message>
        <source>This run beside its parent, a fork of it or any other, with what differs.</source>
        <translation>Dieser Lauf neben seinem Ursprung, einer Abzweigung oder einem anderen, mit allem, was sich unterscheidet.</translation>
    </message>
    <message>
        <source>Edit the line and fork…</source>
        <translation>Zeile ändern und abzweigen …</translation>
    </message>
    <message>
        <source>Bookmark the turn</source>
        <translation>Lesezeichen setzen</translation>
    </message>
    <message>
        <source>Give the floor</source>
        <translation>Das Wort erteilen</translation>
    </message>
    <message>
        <source>The selected member takes the next turn.</source>
        <translation>Das gewählte Mitglied spricht als Nächstes.</translation>
    </message>
    <message>
        <source>Whisper…</source>
        <translation>Flüstern …</translation>
    </message>
    <message>
        <source>Only the selected member hears it.</source>
        <translation>Nur das gewählte Mitglied hört es.</translation>
    </message>
    <message>
        <source>Mute or bring back</source>
        <translation>Stumm schalten oder zurückholen</translation>
    </message>
    <message>
        <source>Change the voice…</source>
        <translation>Stimme wechseln …</translation>
    </message>
    <message>
        <source>What brings the selected member to speech from the next turn on.</source>
        <translation>Was das gewählte Mitglied ab dem nächsten Beitrag sprechen lässt.</translation>
    </message>
    <message>
        <source>Talk with this member…</source>
        <translation>Mit diesem Mitglied reden …</translation>
    </message>
    <message>
        <source>A dialogue of its own, with the selected member alone.</source>
        <translation>Ein eigener Dialog, allein mit dem ausgewählten Mitglied.</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Cast</source>
        <translation>Besetzung</translation>
    </message>
    <message>
        <source>Floor plan</source>
        <translation>Grundriss</translation>
    </message>
    <message>
        <source>Speaker flow</source>
        <translation>Redefluss</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Runs that are played later, and the worker of this window.</source>
        <translation>Läufe, die später gespielt werden, und der Worker dieses Fensters.</translation>
    </message>
    <message>
        <source>Affinity</source>
        <translation>Affinität</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>Mitschrift</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Interview</source>
        <translation>Befragung</translation>
    </message>
    <message>
        <source>Ask members off the record: the run does not notice.</source>
        <translation>Mitglieder vertraulich befragen: Der Lauf merkt nichts davon.</translation>
    </message>
    <message>
        <source>Judges</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Grade lines by a rubric, with a model or blind by hand, and see how far the graders agree.</source>
        <translation>Zeilen nach einem Bewertungsbogen bewerten, mit einem Modell oder blind von Hand, und sehen, wie weit man sich einig ist.</translation>
    </message>
    <message>
        <source>Logbook</source>
        <translation>Logbuch</translation>
    </message>
    <message>
        <source>Story</source>
        <translation>Geschichte</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Gegenüber</translation>
    </message>
    <message>
        <source>Convergence</source>
        <translation>Konvergenz</translation>
    </message>
    <message>
        <source>How alike two speakers sound, turn by turn.</source>
        <translation>Wie ähnlich zwei Sprechende klingen, Beitrag um Beitrag.</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Tagesplan</translation>
    </message>
    <message>
        <source>Put the panels back</source>
        <translation>Bereiche zurücksetzen</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Normal text</source>
        <translation>Normale Schrift</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>What members thought and did not say.</source>
        <translation>Was die Mitglieder dachten und nicht sagten.</translation>
    </message>
    <message>
        <source>Tokens, time and cost</source>
        <translation>Token, Zeit und Kosten</translation>
    </message>
    <message>
        <source>As a PNG picture…</source>
        <translation>Als PNG-Bild …</translation>
    </message>
    <message>
        <source>As an SVG drawing…</source>
        <translation>Als SVG-Zeichnung …</translation>
    </message>
    <message>
        <source>Open the menus</source>
        <translation>Die Menüs öffnen</translation>
    </message>
    <message>
        <source>Close the notice</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Hel&amp;p</source>
        <translation>Hil&amp;fe</translation>
    </message>
    <message>
        <source>About Parley</source>
        <translation>Über Parley</translation>
    </message>
    <message>
        <source>Nothing was changed in the library.</source>
        <translation>In der Bibliothek wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Select turns first: Shift with the arrow keys, or Shift and drag over the speaker flow.</source>
        <translation>Wähle zuerst Beiträge: mit Umschalt und den Pfeiltasten, oder indem du mit Umschalt über den Redefluss ziehst.</translation>
    </message>
    <message>
        <source>There is no talk with whom you play yourself, or with who tells a story.</source>
        <translation>Mit der Figur, die du selbst spielst, und mit der Erzählung einer Geschichte gibt es kein Gespräch.</translation>
    </message>
</context>
<context>
    <name>AffinityTable</name>
    <message>
        <source>Affinities as a table</source>
        <translation>Affinitäten als Tabelle</translation>
    </message>
    <message>
        <source>Nobody stands to anybody otherwise than strangers do.</source>
        <translation>Niemand steht zu jemandem anders als Fremde.</translation>
    </message>
</context>
<context>
    <name>AffinityView</name>
    <message>
        <source>Affinity</source>
        <translation>Affinität</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>What is shown of the network</source>
        <translation>Was vom Netz gezeigt wird</translation>
    </message>
    <message>
        <source>Since when moves are counted</source>
        <translation>Seit wann Bewegungen zählen</translation>
    </message>
    <message>
        <source>Selected turns</source>
        <translation>Gewählte Beiträge</translation>
    </message>
    <message>
        <source>This talk</source>
        <translation>Dieses Gespräch</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Since the start</source>
        <translation>Seit Beginn</translation>
    </message>
    <message>
        <source>trust −100 to 100</source>
        <translation>Vertrauen −100 bis 100</translation>
    </message>
    <message>
        <source>no communities</source>
        <translation>keine Gruppen</translation>
    </message>
    <message>
        <source>1 community</source>
        <translation>1 Gruppe</translation>
    </message>
    <message>
        <source>{count} communities</source>
        <translation>{count} Gruppen</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>Vertrauen</translation>
    </message>
</context>
<context>
    <name>AgainBox</name>
    <message>
        <source>Other ways to say it</source>
        <translation>Andere Fassungen</translation>
    </message>
    <message>
        <source>The way before</source>
        <translation>Vorige Fassung</translation>
    </message>
    <message>
        <source>The next way</source>
        <translation>Nächste Fassung</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Who finds the words</source>
        <translation>Wer die Worte findet</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Draw another</source>
        <translation>Noch eine ziehen</translation>
    </message>
    <message>
        <source>Ask for other words (A)</source>
        <translation>Nach anderen Worten fragen (A)</translation>
    </message>
    <message>
        <source>as it stands</source>
        <translation>wie es steht</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Keep in a branch</source>
        <translation>Als Abzweigung behalten</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
</context>
<context>
    <name>AgainCommands</name>
    <message>
        <source>Their own voice</source>
        <translation>Die eigene Stimme</translation>
    </message>
    <message>
        <source>Other dice, whoever speaks then</source>
        <translation>Andere Würfel, wer auch immer dann spricht</translation>
    </message>
    <message>
        <source>Each draw costs money; how much is not known before the voice&apos;s first reply.</source>
        <translation>Jede Fassung kostet Geld; wie viel, ist vor der ersten Antwort der Stimme nicht bekannt.</translation>
    </message>
    <message>
        <source>Each draw costs about {0}, by what the last replies cost.</source>
        <translation>Jede Fassung kostet etwa {0}, nach dem, was die letzten Antworten kosteten.</translation>
    </message>
    <message>
        <source>Turn {0} says it this way now; the talk goes on from it.</source>
        <translation>Beitrag {0} sagt es jetzt so; das Gespräch geht von ihm aus weiter.</translation>
    </message>
    <message>
        <source>Turn {0} goes this way in a branch, which is shown. Press Play to go on from it.</source>
        <translation>Beitrag {0} geht so in einer Abzweigung, die gezeigt wird. Mit Abspielen geht es von ihm aus weiter.</translation>
    </message>
    <message>
        <source>What you keep opens a branch.</source>
        <translation>Was man behält, öffnet eine Abzweigung.</translation>
    </message>
    <message>
        <source>Being drawn…</source>
        <translation>Wird gezogen …</translation>
    </message>
</context>
<context>
    <name>ArcCard</name>
    <message>
        <source>The arc</source>
        <translation>Der Bogen</translation>
    </message>
    <message>
        <source>{0} · turn {1} of {2}</source>
        <translation>{0} · Zug {1} von {2}</translation>
    </message>
</context>
<context>
    <name>AskDialog</name>
    <message>
        <source>A tool</source>
        <translation>Ein Werkzeug</translation>
    </message>
    <message>
        <source>May {name} use {tool}?</source>
        <translation>Darf {name} {tool} benutzen?</translation>
    </message>
    <message>
        <source>With these arguments</source>
        <translation>Mit diesen Angaben</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Once</source>
        <translation>Einmal</translation>
    </message>
    <message>
        <source>For this run</source>
        <translation>Für diesen Lauf</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>With these arguments. What comes of it is read by {name} alone.</source>
        <translation>Mit diesen Angaben. Was dabei herauskommt, liest nur {name}.</translation>
    </message>
</context>
<context>
    <name>Beat</name>
    <message>
        <source>Exchange</source>
        <translation>Austausch</translation>
    </message>
    <message>
        <source>Why so</source>
        <translation>Warum so</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Beat</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>by the game master&apos;s voice</source>
        <translation>durch die Stimme der Spielleitung</translation>
    </message>
    <message>
        <source>by rules</source>
        <translation>nach Regeln</translation>
    </message>
    <message>
        <source>Woven</source>
        <translation>Verwoben</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Works on</source>
        <translation>Arbeitet an</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Mood</source>
        <translation>Stimmung</translation>
    </message>
</context>
<context>
    <name>Board</name>
    <message>
        <source>1 open</source>
        <translation>1 offen</translation>
    </message>
    <message>
        <source>{0} open</source>
        <translation>{0} offen</translation>
    </message>
    <message>
        <source>turn {0} of {1}</source>
        <translation>Beitrag {0} von {1}</translation>
    </message>
    <message>
        <source>1 thing to do</source>
        <translation>1 Aufgabe</translation>
    </message>
    <message>
        <source>{0} things to do</source>
        <translation>{0} Aufgaben</translation>
    </message>
    <message>
        <source>Put in, not taken up yet</source>
        <translation>Eingeworfen, noch nicht aufgegriffen</translation>
    </message>
</context>
<context>
    <name>Branches</name>
    <message>
        <source>main</source>
        <translation>Hauptzweig</translation>
    </message>
    <message>
        <source>drawn again: {0}</source>
        <translation>neu gezogen: {0}</translation>
    </message>
    <message>
        <source>from turn {0}</source>
        <translation>ab Beitrag {0}</translation>
    </message>
    <message>
        <source>{0} turns</source>
        <translation>{0} Beiträge</translation>
    </message>
    <message>
        <source>other members</source>
        <translation>andere Mitglieder</translation>
    </message>
    <message>
        <source>other settings</source>
        <translation>andere Einstellungen</translation>
    </message>
    <message>
        <source>{0} has the floor</source>
        <translation>{0} hat das Wort</translation>
    </message>
    <message>
        <source>{0} muted</source>
        <translation>{0} stumm</translation>
    </message>
    <message>
        <source>{0} speaks again</source>
        <translation>{0} spricht wieder</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>„{0}“</translation>
    </message>
</context>
<context>
    <name>BreakpointCommands</name>
    <message>
        <source>The run holds before {0} speaks.</source>
        <translation>Der Lauf hält, bevor {0} spricht.</translation>
    </message>
    <message>
        <source>Hold at a turn</source>
        <translation>Bei einem Beitrag halten</translation>
    </message>
    <message>
        <source>Hold before turn:</source>
        <translation>Halten vor Beitrag:</translation>
    </message>
    <message>
        <source>Pause at a convergence</source>
        <translation>Bei einer Konvergenz anhalten</translation>
    </message>
    <message>
        <source>Pause once the two who spoke last sound alike, from 0 to 1:</source>
        <translation>Anhalten, sobald die beiden, die zuletzt sprachen, so gleich klingen, von 0 bis 1:</translation>
    </message>
    <message>
        <source>The run pauses when two reach a convergence of {0}, once each time.</source>
        <translation>Der Lauf hält an, wenn zwei eine Konvergenz von {0} erreichen, jedes Mal einmal.</translation>
    </message>
    <message>
        <source>Before {0} speaks</source>
        <translation>Bevor {0} spricht</translation>
    </message>
    <message>
        <source>Before turn {0}</source>
        <translation>Vor Beitrag {0}</translation>
    </message>
    <message>
        <source>On {0}&apos;s tool calls</source>
        <translation>Bei Werkzeugaufrufen von {0}</translation>
    </message>
    <message>
        <source>On tool calls</source>
        <translation>Bei Werkzeugaufrufen</translation>
    </message>
    <message>
        <source>When two reach a convergence of {0}</source>
        <translation>Wenn zwei eine Konvergenz von {0} erreichen</translation>
    </message>
</context>
<context>
    <name>BreakpointsDialog</name>
    <message>
        <source>Breakpoints</source>
        <translation>Haltepunkte</translation>
    </message>
    <message>
        <source>The run holds nowhere: set a breakpoint in the Run menu.</source>
        <translation>Der Lauf hält nirgends: Setze einen Haltepunkt im Menü „Lauf“.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>CallSceneDialog</name>
    <message>
        <source>Call a meeting</source>
        <translation>Besprechung ansetzen</translation>
    </message>
    <message>
        <source>Call a scene</source>
        <translation>Szene ansetzen</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Ansetzen</translation>
    </message>
    <message>
        <source>Empty: the game master chooses</source>
        <translation>Leer: Die Spielleitung wählt</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
</context>
<context>
    <name>CardCommands</name>
    <message>
        <source>A new cast: {0}</source>
        <translation>Eine neue Besetzung: {0}</translation>
    </message>
    <message>
        <source>Take over characters</source>
        <translation>Figuren übernehmen</translation>
    </message>
    <message>
        <source>Into which cast</source>
        <translation>In welche Besetzung</translation>
    </message>
    <message>
        <source>{0} is in the cast “{1}” now.</source>
        <translation>{0} gehört jetzt zur Besetzung „{1}“.</translation>
    </message>
    <message>
        <source>{0} characters are in the cast “{1}” now.</source>
        <translation>{0} Figuren gehören jetzt zur Besetzung „{1}“.</translation>
    </message>
    <message>
        <source>The lore book is in the cast “{0}” now.</source>
        <translation>Das Wissensbuch gehört jetzt zur Besetzung „{0}“.</translation>
    </message>
    <message>
        <source>The cast “{0}” had all of them already.</source>
        <translation>Die Besetzung „{0}“ hatte schon alle.</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Talk</source>
        <translation>Reden</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>CardPage</name>
    <message>
        <source>the situation, as they know it</source>
        <translation>die Lage, wie sie sie kennen</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>told behind every stage direction</source>
        <translation>steht hinter jeder Regieanweisung</translation>
    </message>
    <message>
        <source>Reminder</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <source>first lines to choose from, a line of ===== between two</source>
        <translation>erste Sätze zur Auswahl, dazwischen eine Zeile =====</translation>
    </message>
    <message>
        <source>Greetings</source>
        <translation>Begrüßungen</translation>
    </message>
    <message>
        <source>Lore: {0} entries, written in its file.</source>
        <translation>Wissen: {0} Einträge, die in der Datei stehen.</translation>
    </message>
    <message>
        <source>Import a character card to bring a member along; what is written here makes one, too.</source>
        <translation>Importiere eine Figurenkarte, um ein Mitglied mitzubringen; was hier geschrieben wird, ergibt auch eine.</translation>
    </message>
    <message>
        <source>A card by {0}.</source>
        <translation>Eine Karte von {0}.</translation>
    </message>
    <message>
        <source>From a character card.</source>
        <translation>Aus einer Figurenkarte.</translation>
    </message>
</context>
<context>
    <name>CardTitle</name>
    <message>
        <source>More about {0}</source>
        <translation>Mehr zu: {0}</translation>
    </message>
    <message>
        <source>Float, hide …</source>
        <translation>Lösen, ausblenden …</translation>
    </message>
</context>
<context>
    <name>Cast</name>
    <message>
        <source>New member</source>
        <translation>Neues Mitglied</translation>
    </message>
    <message>
        <source>There is already a cast with the id &apos;{0}&apos;.</source>
        <translation>Es gibt schon eine Besetzung mit der Kennung „{0}“.</translation>
    </message>
    <message>
        <source>There is no floor plan called &apos;{0}&apos; here.</source>
        <translation>Einen Grundriss „{0}“ gibt es hier nicht.</translation>
    </message>
    <message>
        <source>The id &apos;{0}&apos; is taken by {1}.</source>
        <translation>Die Kennung „{0}“ hat schon {1}.</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is the id of the person at the controls.</source>
        <translation>„{0}“ ist die Kennung der Regie.</translation>
    </message>
    <message>
        <source>Somebody else is called {0}, too.</source>
        <translation>Noch jemand heißt {0}.</translation>
    </message>
    <message>
        <source>{0} comes first and opens.</source>
        <translation>{0} kommt zuerst und eröffnet.</translation>
    </message>
    <message>
        <source>The floor plan has no room &apos;{0}&apos;: a free seat is given.</source>
        <translation>Der Grundriss hat keinen Raum „{0}“: Es gibt einen freien Platz.</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has no seat &apos;{1}&apos;: another one is given.</source>
        <translation>„{0}“ hat keinen Sitz „{1}“: Es gibt einen anderen.</translation>
    </message>
    <message>
        <source>{0} has this seat, too: another one is given.</source>
        <translation>Auch {0} sitzt hier: Es gibt einen anderen Platz.</translation>
    </message>
    <message>
        <source>Line {0}: {1}</source>
        <translation>Zeile {0}: {1}</translation>
    </message>
    <message>
        <source>Name at most 32: a server of tools, one tool of it (files.read_file), or a function.</source>
        <translation>Nenne höchstens 32: einen Server mit Werkzeugen, eines seiner Werkzeuge (files.read_file) oder eine Funktion.</translation>
    </message>
    <message>
        <source>At most {0} characters; these are {1}.</source>
        <translation>Höchstens {0} Zeichen; das sind {1}.</translation>
    </message>
    <message>
        <source>This cannot be empty.</source>
        <translation>Das darf nicht leer sein.</translation>
    </message>
    <message>
        <source>A cast needs at least one member.</source>
        <translation>Eine Besetzung braucht mindestens ein Mitglied.</translation>
    </message>
    <message>
        <source>A cast has at most {0} members.</source>
        <translation>Eine Besetzung hat höchstens {0} Mitglieder.</translation>
    </message>
    <message>
        <source>A colour is one of the palette or #rrggbb, such as #3b5bfd.</source>
        <translation>Eine Farbe ist eine der Palette oder #rrggbb, etwa #3b5bfd.</translation>
    </message>
    <message>
        <source>An id has small letters a to z, digits, - and _, and begins with a letter or digit.</source>
        <translation>Eine Kennung hat Kleinbuchstaben a bis z, Ziffern, - und _ und beginnt mit Buchstabe oder Ziffer.</translation>
    </message>
    <message>
        <source>A name is one line of visible characters.</source>
        <translation>Ein Name ist eine Zeile aus sichtbaren Zeichen.</translation>
    </message>
    <message>
        <source>No user name or password in the address; the key belongs into the keyring.</source>
        <translation>Kein Benutzername oder Passwort in der Adresse; der Schlüssel gehört in den Schlüsselbund.</translation>
    </message>
    <message>
        <source>This is no server&apos;s address: write https://host or http://localhost:8080.</source>
        <translation>Das ist keine Adresse eines Servers: Schreib https://host oder http://localhost:8080.</translation>
    </message>
    <message>
        <source>At the table, {0}</source>
        <translation>Am Tisch, {0}</translation>
    </message>
    <message>
        <source>Seat {0}</source>
        <translation>Sitz {0}</translation>
    </message>
</context>
<context>
    <name>CastEditing</name>
    <message>
        <source>New cast</source>
        <translation>Neue Besetzung</translation>
    </message>
    <message>
        <source>{0} (copy)</source>
        <translation>{0} (Kopie)</translation>
    </message>
    <message>
        <source>Saved as {0}.</source>
        <translation>Gesichert als {0}.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; was deleted; its runs stay.</source>
        <translation>„{0}“ wurde gelöscht; die Läufe bleiben.</translation>
    </message>
    <message>
        <source>{0} came in; what they think of {1} was left out, who are not in this cast.</source>
        <translation>{0} ist dabei; was sie von {1} halten, fehlt: Die gehören nicht zu dieser Besetzung.</translation>
    </message>
    <message>
        <source>The lore book “{0}” came in: its entries come to everybody&apos;s mind.</source>
        <translation>Das Wissensbuch „{0}“ kam herein: Seine Einträge kommen allen in den Sinn.</translation>
    </message>
    <message>
        <source>The lore book “{0}” came in: its entries come to the mind of {1}.</source>
        <translation>Das Wissensbuch „{0}“ kam herein: Seine Einträge kommen {1} in den Sinn.</translation>
    </message>
    <message>
        <source>{0} came in.</source>
        <translation>{0} kam herein.</translation>
    </message>
    <message>
        <source>Put right what does not fit; then the persona can be written.</source>
        <translation>Bring in Ordnung, was nicht passt; dann lässt sich die Persona schreiben.</translation>
    </message>
    <message>
        <source>{0} was written to {1}.</source>
        <translation>{0} wurde nach {1} geschrieben.</translation>
    </message>
</context>
<context>
    <name>CastEditorDialog</name>
    <message>
        <source>&apos;{0}&apos; ships with Parley and stays as it is: what you change is saved as a cast of your own, under the id &apos;{1}&apos;.</source>
        <translation>„{0}“ gehört zu Parley und bleibt, wie es ist: Was du änderst, wird als eigene Besetzung unter der Kennung „{1}“ gesichert.</translation>
    </message>
    <message>
        <source>add {0}</source>
        <translation>{0} hinzufügen</translation>
    </message>
    <message>
        <source>new cast</source>
        <translation>neue Besetzung</translation>
    </message>
    <message>
        <source>Cast editor: {0}</source>
        <translation>Besetzung bearbeiten: {0}</translation>
    </message>
    <message>
        <source>A picture for {0}</source>
        <translation>Ein Bild für {0}</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg)</source>
        <translation>Bilder (*.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
    <message>
        <source>move {0}</source>
        <translation>{0} verschieben</translation>
    </message>
    <message>
        <source>picture of {0}</source>
        <translation>Bild von {0}</translation>
    </message>
    <message>
        <source>{0} 2</source>
        <translation>{0} 2</translation>
    </message>
    <message>
        <source>duplicate {0}</source>
        <translation>{0} verdoppeln</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungesicherte Änderungen</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has changes that are not saved.</source>
        <translation>„{0}“ hat Änderungen, die nicht gesichert sind.</translation>
    </message>
    <message>
        <source>They cannot be saved yet, for something does not fit.</source>
        <translation>Sie lassen sich noch nicht sichern, denn etwas passt nicht.</translation>
    </message>
</context>
<context>
    <name>CastList</name>
    <message>
        <source>Cast</source>
        <translation>Besetzung</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>The members of a run stand here, with their share of the talk.</source>
        <translation>Hier stehen die Mitglieder eines Laufs mit ihrem Redeanteil.</translation>
    </message>
    <message>
        <source>{0} members</source>
        <translation>{0} dabei</translation>
    </message>
    <message>
        <source>Give the floor</source>
        <translation>Das Wort erteilen</translation>
    </message>
    <message>
        <source>Whisper…</source>
        <translation>Flüstern …</translation>
    </message>
    <message>
        <source>Speak as this member…</source>
        <translation>Als dieses Mitglied sprechen …</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stumm schalten</translation>
    </message>
    <message>
        <source>Change the voice…</source>
        <translation>Stimme wechseln …</translation>
    </message>
    <message>
        <source>Talk with this member…</source>
        <translation>Mit diesem Mitglied reden …</translation>
    </message>
    <message>
        <source>About this member</source>
        <translation>Über dieses Mitglied</translation>
    </message>
</context>
<context>
    <name>CastPage</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>made from the name</source>
        <translation>wird aus dem Namen gemacht</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Floor plan</source>
        <translation>Grundriss</translation>
    </message>
    <message>
        <source>what they might talk about, one a line</source>
        <translation>worüber sie reden könnten, eines je Zeile</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>Runs and memories know the cast by its id, so it stays. Duplicate the cast to have another.</source>
        <translation>Läufe und Erinnerungen kennen die Besetzung an ihrer Kennung, deshalb bleibt sie. Verdopple die Besetzung für eine andere.</translation>
    </message>
    <message>
        <source>The file&apos;s name, and what runs and memories know the cast by. It cannot be changed later.</source>
        <translation>Der Name der Datei; daran kennen Läufe und Erinnerungen die Besetzung. Er lässt sich später nicht ändern.</translation>
    </message>
</context>
<context>
    <name>CastWriting</name>
    <message>
        <source>From a sentence…</source>
        <translation>Aus einem Satz…</translation>
    </message>
    <message>
        <source>Say who they are; a model writes them.</source>
        <translation>Sag, wer sie sind; ein Modell schreibt sie.</translation>
    </message>
    <message>
        <source>Another person in this place, of whom the others think as before (Ctrl+R)</source>
        <translation>Jemand anderes an dieser Stelle, von dem die anderen denken wie zuvor (Strg+R)</translation>
    </message>
    <message>
        <source>Somebody else</source>
        <translation>Jemand anderes</translation>
    </message>
    <message>
        <source>nobody: drawn from archetypes</source>
        <translation>niemandem: aus Archetypen gezogen</translation>
    </message>
    <message>
        <source>Writing: {0} of {1}.</source>
        <translation>Wird geschrieben: {0} von {1}.</translation>
    </message>
    <message>
        <source>Writing.</source>
        <translation>Wird geschrieben.</translation>
    </message>
    <message>
        <source>Choose a member, and put right what does not fit.</source>
        <translation>Wähle ein Mitglied, und bring in Ordnung, was nicht passt.</translation>
    </message>
    <message>
        <source>Writing somebody else in the place of {0}.</source>
        <translation>Jemand anderes an der Stelle von {0} wird geschrieben.</translation>
    </message>
    <message>
        <source>somebody else</source>
        <translation>jemand anderes</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Written by {0} for {1}; nothing is saved yet.</source>
        <translation>Geschrieben von {0} für {1}; noch ist nichts gespeichert.</translation>
    </message>
</context>
<context>
    <name>ChoiceButton</name>
    <message>
        <source>Choice {0}: {1}</source>
        <translation>Wahl {0}: {1}</translation>
    </message>
</context>
<context>
    <name>ClipDialog</name>
    <message>
        <source>Export a clip</source>
        <translation>Clip exportieren</translation>
    </message>
    <message>
        <source>First turn</source>
        <translation>Erster Beitrag</translation>
    </message>
    <message>
        <source>Last turn</source>
        <translation>Letzter Beitrag</translation>
    </message>
    <message>
        <source>small</source>
        <translation>klein</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>large</source>
        <translation>groß</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Beiträge</translation>
    </message>
</context>
<context>
    <name>Columns</name>
    <message>
        <source>What was said</source>
        <translation>Was gesagt wurde</translation>
    </message>
    <message>
        <source>Taken over: {0}.</source>
        <translation>Übernommen: {0}.</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Take turn {0} again</source>
        <translation>Beitrag {0} wiederholen</translation>
    </message>
    <message>
        <source>This run has ended.</source>
        <translation>Dieser Lauf ist zu Ende.</translation>
    </message>
    <message>
        <source>{0} speaks next.</source>
        <translation>{0} spricht als Nächstes.</translation>
    </message>
    <message>
        <source>Play again</source>
        <translation>Noch einmal spielen</translation>
    </message>
    <message>
        <source>Fork here</source>
        <translation>Hier abzweigen</translation>
    </message>
    <message>
        <source>This run has ended. Play it again with another seed, or fork it to go on from a turn.</source>
        <translation>Dieser Lauf ist zu Ende. Spiele ihn mit anderem Startwert noch einmal, oder zweige ihn ab, um von einem Beitrag aus weiterzugehen.</translation>
    </message>
    <message>
        <source>This run has ended, so nobody would hear it. A fork can go on from here with it.</source>
        <translation>Dieser Lauf ist zu Ende, niemand würde es hören. Eine Abzweigung kann von hier aus damit weitergehen.</translation>
    </message>
    <message>
        <source>Speed: {0}</source>
        <translation>Tempo: {0}</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>the run stops</source>
        <translation>der Lauf hört auf</translation>
    </message>
    <message>
        <source>the run pauses</source>
        <translation>der Lauf pausiert</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>a fork at turn {turn} of the other</source>
        <translation>bei Beitrag {turn} vom anderen abgezweigt</translation>
    </message>
    <message>
        <source>a fork at turn {turn} of {parent}</source>
        <translation>bei Beitrag {turn} von {parent} abgezweigt</translation>
    </message>
    <message>
        <source>{title}, which this one was forked from ({run})</source>
        <translation>{title}, wovon dieser abgezweigt ist ({run})</translation>
    </message>
    <message>
        <source>{title}, forked from this one at turn {turn} ({run})</source>
        <translation>{title}, bei Beitrag {turn} von diesem abgezweigt ({run})</translation>
    </message>
    <message>
        <source>{title}, forked from the same run at turn {turn} ({run})</source>
        <translation>{title}, bei Beitrag {turn} vom selben Lauf abgezweigt ({run})</translation>
    </message>
    <message>
        <source>{title}, {date} ({run})</source>
        <translation>{title}, {date} ({run})</translation>
    </message>
</context>
<context>
    <name>CompareCommands</name>
    <message>
        <source>There is no other run to compare with: fork this one, or start another.</source>
        <translation>Es gibt keinen anderen Lauf zum Vergleichen: Zweige von diesem ab oder beginne einen neuen.</translation>
    </message>
</context>
<context>
    <name>CompareRows</name>
    <message>
        <source>Turns of both runs</source>
        <translation>Beiträge beider Läufe</translation>
    </message>
    <message>
        <source>Nobody has said anything in either run.</source>
        <translation>In keinem der beiden Läufe hat jemand etwas gesagt.</translation>
    </message>
    <message>
        <source>{0} more turns</source>
        <translation>{0} weitere Beiträge</translation>
    </message>
    <message>
        <source>Turn 1 is the same in both. Click to show it.</source>
        <translation>Beitrag 1 ist in beiden gleich. Ein Klick zeigt ihn.</translation>
    </message>
    <message>
        <source>Turns 1 to {0} are the same in both. Click to show them.</source>
        <translation>Die Beiträge 1 bis {0} sind in beiden gleich. Ein Klick zeigt sie.</translation>
    </message>
    <message>
        <source>no such turn</source>
        <translation>kein solcher Beitrag</translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>Compare two runs</source>
        <translation>Zwei Läufe vergleichen</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Show also what is the same</source>
        <translation>Auch zeigen, was gleich ist</translation>
    </message>
    <message>
        <source>What was changed</source>
        <translation>Was geändert wurde</translation>
    </message>
    <message>
        <source>How each went</source>
        <translation>Wie es ausging</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Beiträge</translation>
    </message>
    <message>
        <source>Affinities</source>
        <translation>Affinitäten</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>All settings are the same.</source>
        <translation>Alle Einstellungen sind gleich.</translation>
    </message>
    <message>
        <source>One setting differs.</source>
        <translation>Eine Einstellung ist anders.</translation>
    </message>
    <message>
        <source>{0} settings differ.</source>
        <translation>{0} Einstellungen sind anders.</translation>
    </message>
    <message>
        <source>All turns are the same.</source>
        <translation>Alle Beiträge sind gleich.</translation>
    </message>
    <message>
        <source>{0} of {1} turns differ.</source>
        <translation>{0} von {1} Beiträgen sind anders.</translation>
    </message>
    <message>
        <source>The director did one thing in one of them only.</source>
        <translation>Die Regie hat nur in einem der beiden etwas getan.</translation>
    </message>
    <message>
        <source>The director did {0} things in one of them only.</source>
        <translation>Die Regie hat {0} Dinge nur in einem der beiden getan.</translation>
    </message>
</context>
<context>
    <name>ConvergenceChart</name>
    <message>
        <source>Over turns</source>
        <translation>Über die Beiträge</translation>
    </message>
    <message>
        <source>Convergence over turns</source>
        <translation>Konvergenz über die Beiträge</translation>
    </message>
    <message>
        <source>Turn {0}</source>
        <translation>Beitrag {0}</translation>
    </message>
    <message>
        <source>forked here</source>
        <translation>hier abgezweigt</translation>
    </message>
    <message>
        <source>its parent {0}</source>
        <translation>das Original {0}</translation>
    </message>
    <message>
        <source>threshold reached</source>
        <translation>Schwelle erreicht</translation>
    </message>
</context>
<context>
    <name>ConvergenceLegend</name>
    <message>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Sentences</source>
        <translation>Sätze</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>Punctuation</source>
        <translation>Satzzeichen</translation>
    </message>
    <message>
        <source>The pale line: how the run that this one was forked from went on</source>
        <translation>Die blasse Linie: wie der Lauf weiterging, von dem dieser abgezweigt ist</translation>
    </message>
    <message>
        <source>{0} % of the score</source>
        <translation>{0} % des Gesamtwerts</translation>
    </message>
    <message>
        <source>What the components come to</source>
        <translation>Was die Bestandteile zusammen ergeben</translation>
    </message>
    <message>
        <source>The parent  {0}</source>
        <translation>Das Original  {0}</translation>
    </message>
</context>
<context>
    <name>ConvergenceView</name>
    <message>
        <source>Convergence</source>
        <translation>Konvergenz</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>Calculator</source>
        <translation>Rechnung</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Parley</source>
        <translation>Parley</translation>
    </message>
    <message>
        <source>Our score: all components always count, nothing is rounded.</source>
        <translation>Unser Wert: Alle Bestandteile zählen immer, nichts wird gerundet.</translation>
    </message>
    <message>
        <source>Classic</source>
        <translation>Klassisch</translation>
    </message>
    <message>
        <source>The established score, number for number, to compare with published results.</source>
        <translation>Der eingeführte Wert, Zahl für Zahl, zum Vergleich mit veröffentlichten Ergebnissen.</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Content and form alike</source>
        <translation>Inhalt und Form gleichermaßen</translation>
    </message>
    <message>
        <source>Structural</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>Mostly the structure of the lines</source>
        <translation>Vor allem der Aufbau der Zeilen</translation>
    </message>
    <message>
        <source>Semantic</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Mostly the words</source>
        <translation>Vor allem die Wörter</translation>
    </message>
    <message>
        <source>Strict</source>
        <translation>Streng</translation>
    </message>
    <message>
        <source>Words and structure, little else</source>
        <translation>Wörter und Aufbau, sonst wenig</translation>
    </message>
    <message>
        <source>measuring …</source>
        <translation>wird gemessen …</translation>
    </message>
    <message>
        <source>rising ↗</source>
        <translation>steigt ↗</translation>
    </message>
    <message>
        <source>falling ↘</source>
        <translation>fällt ↘</translation>
    </message>
    <message>
        <source>steady →</source>
        <translation>stetig →</translation>
    </message>
    <message>
        <source>wavering ~</source>
        <translation>schwankt ~</translation>
    </message>
    <message>
        <source>How alike two speakers sound is drawn here, turn by turn. Start a run, or open one.</source>
        <translation>Hier wird gezeichnet, wie ähnlich zwei klingen, Beitrag um Beitrag. Beginne einen Lauf oder öffne einen.</translation>
    </message>
    <message>
        <source>Measuring …</source>
        <translation>Es wird gemessen …</translation>
    </message>
    <message>
        <source>These two did not answer each other in the selected turns.</source>
        <translation>Diese beiden haben einander in den gewählten Beiträgen nicht geantwortet.</translation>
    </message>
    <message>
        <source>Nobody has answered anybody yet. Each answer adds a point to the line.</source>
        <translation>Noch hat niemand jemandem geantwortet. Jede Antwort gibt der Linie einen Punkt.</translation>
    </message>
    <message>
        <source>★ {score} reached at turn {turn}; the threshold is {threshold}.</source>
        <translation>★ {score} erreicht bei Beitrag {turn}; die Schwelle ist {threshold}.</translation>
    </message>
    <message>
        <source>Pauses at {0}.</source>
        <translation>Pausiert bei {0}.</translation>
    </message>
    <message>
        <source>Stops at {0}.</source>
        <translation>Hält an bei {0}.</translation>
    </message>
    <message>
        <source>Meant is the run&apos;s own score: {0}, {1}.</source>
        <translation>Gemeint ist der Wert des Laufs: {0}, {1}.</translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message>
        <source>1 turn</source>
        <translation>1 Beitrag</translation>
    </message>
    <message>
        <source>{0} turns</source>
        <translation>{0} Beiträge</translation>
    </message>
    <message>
        <source>1 word</source>
        <translation>1 Wort</translation>
    </message>
    <message>
        <source>{0} words</source>
        <translation>{0} Worte</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>{0} lines</source>
        <translation>{0} Zeilen</translation>
    </message>
    <message>
        <source>Turn {0}</source>
        <translation>Beitrag {0}</translation>
    </message>
    <message>
        <source>Turns {0} to {1}</source>
        <translation>Beiträge {0} bis {1}</translation>
    </message>
</context>
<context>
    <name>CrashPage</name>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ist schiefgegangen</translation>
    </message>
    <message>
        <source>Parley made a mistake, and the run is safe</source>
        <translation>Parley hat einen Fehler gemacht, der Lauf ist sicher</translation>
    </message>
    <message>
        <source>Everything that was said is in the run&apos;s file; at most the turn that was being spoken is missing. You can go on working. If it happens again, please send us the report below: keys and passwords have been taken out of it, but read it first, for it may quote what was said.</source>
        <translation>Alles Gesagte steht in der Datei des Laufs; es fehlt höchstens der Beitrag, der gerade gesprochen wurde. Du kannst weiterarbeiten. Wenn es wieder geschieht, schicke uns bitte den Bericht unten: Schlüssel und Passwörter sind entfernt, aber lies ihn vorher, denn er könnte Gesagtes enthalten.</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Quit Parley</source>
        <translation>Parley beenden</translation>
    </message>
    <message>
        <source>Go on working</source>
        <translation>Weiterarbeiten</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>DayFields</name>
    <message>
        <source>Empty: so that a Thursday is among them; or a date: 2026-01-08</source>
        <translation>Leer: so, dass ein Donnerstag dabei ist; oder ein Datum: 2026-01-08</translation>
    </message>
    <message>
        <source>Scenes follow each other without asking</source>
        <translation>Szenen folgen ohne Nachfrage aufeinander</translation>
    </message>
    <message>
        <source>Without it the run stands after every scene for you.</source>
        <translation>Ohne ihn wartet der Lauf nach jeder Szene auf dich.</translation>
    </message>
    <message>
        <source>into English, where the cast speaks German</source>
        <translation>ins Englische, wo die Besetzung Deutsch spricht</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>First day</source>
        <translation>Erster Tag</translation>
    </message>
    <message>
        <source>Autopilot</source>
        <translation>Autopilot</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>Übersetzung</translation>
    </message>
</context>
<context>
    <name>DayTable</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Slot</source>
        <translation>Termin</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Drawn</source>
        <translation>Los</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Slots of the day</source>
        <translation>Termine des Tages</translation>
    </message>
    <message>
        <source>The draw and the probability: a slot fires where the draw is below it.</source>
        <translation>Das Los und die Wahrscheinlichkeit: Gespielt wird, wo das Los darunter liegt.</translation>
    </message>
</context>
<context>
    <name>Deeds</name>
    <message>
        <source>{0} backs {1}</source>
        <translation>{0} unterstützt {1}</translation>
    </message>
    <message>
        <source>{0} grants {1} the point</source>
        <translation>{0} gibt {1} recht</translation>
    </message>
    <message>
        <source>{0} objects to {1}</source>
        <translation>{0} widerspricht {1}</translation>
    </message>
    <message>
        <source>{0} warns {1}</source>
        <translation>{0} warnt {1}</translation>
    </message>
    <message>
        <source>{0} asks {1}</source>
        <translation>{0} fragt {1}</translation>
    </message>
    <message>
        <source>{0}, the second time</source>
        <translation>{0}, zum zweiten Mal</translation>
    </message>
    <message>
        <source>{0}, the third time</source>
        <translation>{0}, zum dritten Mal</translation>
    </message>
    <message>
        <source>{0}, {1} times by now</source>
        <translation>{0}, schon {1}-mal</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>unentschieden</translation>
    </message>
    <message>
        <source>for</source>
        <translation>dafür</translation>
    </message>
    <message>
        <source>against</source>
        <translation>dagegen</translation>
    </message>
</context>
<context>
    <name>DeskPage</name>
    <message>
        <source>Desk</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>No desk of their own: a free seat is given</source>
        <translation>Kein eigener Platz: Es gibt einen freien</translation>
    </message>
    <message>
        <source>{0} · any free seat</source>
        <translation>{0} · irgendein freier Sitz</translation>
    </message>
    <message>
        <source>{0} · taken by {1}</source>
        <translation>{0} · vergeben an {1}</translation>
    </message>
    <message>
        <source>{0} · not on this floor plan</source>
        <translation>{0} · nicht auf diesem Grundriss</translation>
    </message>
</context>
<context>
    <name>Dock</name>
    <message>
        <source>Put back into the window</source>
        <translation>Zurück ins Fenster</translation>
    </message>
    <message>
        <source>Float</source>
        <translation>Herauslösen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
</context>
<context>
    <name>DockArea</name>
    <message>
        <source>Panels</source>
        <translation>Bereiche</translation>
    </message>
</context>
<context>
    <name>Duologue</name>
    <message>
        <source>Only {name} is told: {text}</source>
        <translation>Nur {name} erfährt: {text}</translation>
    </message>
    <message>
        <source>{name} is sent {count} earlier pieces no more: there is room for {budget} tokens.</source>
        <translation>{name} bekommt {count} frühere Stücke nicht mehr: Platz ist für {budget} Token.</translation>
    </message>
    <message>
        <source>They are only dropped: {why}.</source>
        <translation>Sie fallen nur weg: {why}.</translation>
    </message>
    <message>
        <source>In their place stands: {summary}</source>
        <translation>An ihrer Stelle steht: {summary}</translation>
    </message>
    <message>
        <source>{name} keeps this name.</source>
        <translation>{name} behält diesen Namen.</translation>
    </message>
    <message>
        <source>{name} chose this name.</source>
        <translation>{name} hat diesen Namen gewählt.</translation>
    </message>
    <message>
        <source>{names} sound alike: {score}, the threshold is {threshold}.</source>
        <translation>{names} klingen ähnlich: {score}, die Schwelle ist {threshold}.</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} und {second}</translation>
    </message>
</context>
<context>
    <name>DuologueFields</name>
    <message>
        <source>Side {0}</source>
        <translation>Seite {0}</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>How much this side knows of what is going on; also a TOML file</source>
        <translation>Wie viel diese Seite von dem weiß, was vorgeht; auch eine TOML-Datei</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>Voice of the side</source>
        <translation>Stimme der Seite</translation>
    </message>
    <message>
        <source>Model, temperature and system prompt</source>
        <translation>Modell, Temperatur und Systemprompt</translation>
    </message>
    <message>
        <source>the voice below</source>
        <translation>die Stimme unten</translation>
    </message>
    <message>
        <source>Model of the side</source>
        <translation>Modell der Seite</translation>
    </message>
    <message>
        <source>usual</source>
        <translation>üblich</translation>
    </message>
    <message>
        <source>How freely it speaks: 0 says the likeliest, 2 is very daring</source>
        <translation>Wie frei sie spricht: 0 sagt das Wahrscheinlichste, 2 ist sehr gewagt</translation>
    </message>
    <message>
        <source>Awareness</source>
        <translation>Bewusstheit</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>A system prompt of its own; empty: none</source>
        <translation>Ein eigener Systemprompt; leer: keiner</translation>
    </message>
    <message>
        <source>Take this side out</source>
        <translation>Diese Seite herausnehmen</translation>
    </message>
    <message>
        <source>Add a side</source>
        <translation>Eine Seite hinzufügen</translation>
    </message>
    <message>
        <source>Each says first what they want to be called</source>
        <translation>Jede sagt zuerst, wie sie heißen möchte</translation>
    </message>
    <message>
        <source>The convergence, 0 to 1</source>
        <translation>Die Konvergenz, 0 bis 1</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>What counts for how much in the convergence</source>
        <translation>Was in der Konvergenz wie viel zählt</translation>
    </message>
    <message>
        <source>Calculator</source>
        <translation>Rechnung</translation>
    </message>
    <message>
        <source>How the convergence is reckoned</source>
        <translation>Wie die Konvergenz gerechnet wird</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
    <message>
        <source>as much as the voice takes</source>
        <translation>so viel, wie die Stimme fasst</translation>
    </message>
    <message>
        <source>Tokens of the talk that a side is sent</source>
        <translation>Token des Gesprächs, die eine Seite bekommt</translation>
    </message>
    <message>
        <source>as it fits: two in turn, more around a table</source>
        <translation>wie es passt: zwei abwechselnd, mehr am Tisch</translation>
    </message>
    <message>
        <source>Who speaks after whom, and who hears it; also a TOML file</source>
        <translation>Wer nach wem spricht und wer es hört; auch eine TOML-Datei</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>anhalten</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>unterbrechen</translation>
    </message>
    <message>
        <source>Stops at a convergence of</source>
        <translation>Endet bei einer Konvergenz von</translation>
    </message>
    <message>
        <source>When that is full</source>
        <translation>Wenn das voll ist</translation>
    </message>
    <message>
        <source>Sides</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Opening prompt</source>
        <translation>Eröffnung</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>Topologie</translation>
    </message>
    <message>
        <source>In the middle</source>
        <translation>In der Mitte</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>When they sound alike</source>
        <translation>Wenn sie ähnlich klingen</translation>
    </message>
    <message>
        <source> lines in all</source>
        <translation> Zeilen insgesamt</translation>
    </message>
    <message>
        <source>None: names of your own</source>
        <translation>Keine: eigene Namen</translation>
    </message>
    <message>
        <source>Members of</source>
        <translation>Mitglieder von</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Two or more voices talk, each seeing the talk from its own side alone; how alike they sound is measured.</source>
        <translation>Zwei oder mehr Stimmen reden, jede sieht das Gespräch nur von ihrer Seite; wie ähnlich sie klingen, wird gemessen.</translation>
    </message>
    <message>
        <source>A member is there twice: choose another one.</source>
        <translation>Ein Mitglied ist doppelt: Wähle ein anderes.</translation>
    </message>
    <message>
        <source>Two sides have the same name: give each its own.</source>
        <translation>Zwei Seiten heißen gleich: Gib jeder ihren eigenen Namen.</translation>
    </message>
    <message>
        <source>{0} · as it was</source>
        <translation>{0} · wie es war</translation>
    </message>
    <message>
        <source>their own voice</source>
        <translation>die eigene Stimme</translation>
    </message>
    <message>
        <source>Taking turns is for two: choose another topology for more sides.</source>
        <translation>Abwechseln ist für zwei: Wähle für mehr Seiten eine andere Topologie.</translation>
    </message>
</context>
<context>
    <name>EndedButton</name>
    <message>
        <source>What next?</source>
        <translation>Wie weiter?</translation>
    </message>
</context>
<context>
    <name>EntriesModel</name>
    <message>
        <source>, {0} to put right</source>
        <translation>, {0} zu richten</translation>
    </message>
</context>
<context>
    <name>ExperimentCommands</name>
    <message>
        <source>Measuring …</source>
        <translation>Es wird gemessen …</translation>
    </message>
    <message>
        <source>“{0}” is running: pause it before you start another.</source>
        <translation>„{0}“ läuft: Halte es an, bevor du ein anderes startest.</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>What it had begun is gone on with from where its logs stand.</source>
        <translation>Was er begonnen hatte, geht von dort weiter, wo seine Protokolle stehen.</translation>
    </message>
    <message>
        <source>“{0}”: all {1} runs are finished.</source>
        <translation>„{0}“: Alle {1} Läufe sind fertig.</translation>
    </message>
    <message>
        <source>“{0}” stands: {1} of {2} runs are finished.</source>
        <translation>„{0}“ steht: {1} von {2} Läufen sind fertig.</translation>
    </message>
    <message>
        <source>The page of the runs says why some stand.</source>
        <translation>Die Seite der Läufe sagt, warum einige stehen.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Back to the experiment</source>
        <translation>Zurück zum Experiment</translation>
    </message>
    <message>
        <source>The run before</source>
        <translation>Der Lauf davor</translation>
    </message>
    <message>
        <source>This is run {0} of “{1}”.</source>
        <translation>Das ist Lauf {0} von „{1}“.</translation>
    </message>
</context>
<context>
    <name>ExperimentDelegate</name>
    <message>
        <source>{0}/{1}</source>
        <translation>{0}/{1}</translation>
    </message>
</context>
<context>
    <name>ExperimentDialog</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Its runs go by the name: duplicate it to change that.</source>
        <translation>Seine Läufe hängen am Namen: Dupliziere es, um ihn zu ändern.</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>What is it to find out? Nothing depends on this.</source>
        <translation>Was soll es herausfinden? Nichts hängt davon ab.</translation>
    </message>
    <message>
        <source>All settings…</source>
        <translation>Alle Einstellungen …</translation>
    </message>
    <message>
        <source>Fewer settings</source>
        <translation>Weniger Einstellungen</translation>
    </message>
    <message>
        <source>Planned contrasts and a questionnaire are written in the spec&apos;s file, and stay so.</source>
        <translation>Geplante Kontraste und ein Fragebogen stehen in der Datei des Versuchs und bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>What is varied</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>Every combination of these values is a cell. Commas stand between values.</source>
        <translation>Jede Kombination dieser Werte ist eine Zelle. Zwischen Werten stehen Kommas.</translation>
    </message>
    <message>
        <source>Vary another setting</source>
        <translation>Noch eine Einstellung ändern</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>Wie oft</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>Repetitions of each cell</source>
        <translation>Wiederholungen je Zelle</translation>
    </message>
    <message>
        <source>Runs at once</source>
        <translation>Läufe zugleich</translation>
    </message>
    <message>
        <source>And so many calls at once.</source>
        <translation>Und so viele Aufrufe zugleich.</translation>
    </message>
    <message>
        <source>Tries again</source>
        <translation>Neue Versuche</translation>
    </message>
    <message>
        <source>How often a failed turn is taken again before its run stands.</source>
        <translation>Wie oft ein gescheiterter Beitrag wiederholt wird, bevor sein Lauf stehen bleibt.</translation>
    </message>
    <message>
        <source>Kind of run</source>
        <translation>Art des Laufs</translation>
    </message>
    <message>
        <source>What all runs have</source>
        <translation>Was alle Läufe haben</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Every run draws its own from it.</source>
        <translation>Jeder Lauf zieht daraus seinen eigenen.</translation>
    </message>
    <message>
        <source>How large it is</source>
        <translation>Wie groß es ist</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save and start</source>
        <translation>Speichern und starten</translation>
    </message>
    <message>
        <source>A setting is varied twice: take one of them out.</source>
        <translation>Eine Einstellung ändert sich zweimal: Nimm eine davon heraus.</translation>
    </message>
    <message>
        <source>is varied</source>
        <translation>ändert sich</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>Setting that is varied</source>
        <translation>Einstellung, die sich ändert</translation>
    </message>
    <message>
        <source>Its values</source>
        <translation>Ihre Werte</translation>
    </message>
    <message>
        <source>Choose values</source>
        <translation>Werte wählen</translation>
    </message>
    <message>
        <source>Vary it no more</source>
        <translation>Nicht mehr ändern</translation>
    </message>
    <message>
        <source>one text | another text</source>
        <translation>ein Text | ein anderer Text</translation>
    </message>
    <message>
        <source>Find a figure; Enter adds what is typed</source>
        <translation>Kennzahl suchen; Enter nimmt, was dasteht</translation>
    </message>
    <message>
        <source>Find a figure</source>
        <translation>Kennzahl suchen</translation>
    </message>
    <message>
        <source>Figures to compare</source>
        <translation>Kennzahlen zum Vergleich</translation>
    </message>
</context>
<context>
    <name>ExperimentFiles</name>
    <message>
        <source>A folder for tables, plots, spec and methods</source>
        <translation>Ein Ordner für Tabellen, Diagramme, Vorgabe und Methoden</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Written: {0}</source>
        <translation>Geschrieben: {0}</translation>
    </message>
</context>
<context>
    <name>ExperimentPlotPage</name>
    <message>
        <source>What is drawn</source>
        <translation>Was gezeichnet wird</translation>
    </message>
    <message>
        <source>Runs by cell</source>
        <translation>Läufe nach Zelle</translation>
    </message>
    <message>
        <source>Interactions</source>
        <translation>Wechselwirkungen</translation>
    </message>
    <message>
        <source>Effects</source>
        <translation>Effekte</translation>
    </message>
    <message>
        <source>The runs do not differ in this figure, or too few are finished: there is no effect to draw.</source>
        <translation>Die Läufe unterscheiden sich in dieser Kennzahl nicht, oder zu wenige sind fertig: Es gibt keinen Effekt zu zeichnen.</translation>
    </message>
    <message>
        <source>Nothing is varied, or no two levels have runs yet: there is no effect to draw.</source>
        <translation>Nichts ändert sich, oder noch haben keine zwei Stufen Läufe: Es gibt keinen Effekt zu zeichnen.</translation>
    </message>
</context>
<context>
    <name>ExperimentSpecs</name>
    <message>
        <source>Experiment</source>
        <translation>Experiment</translation>
    </message>
    <message>
        <source>New experiment</source>
        <translation>Neues Experiment</translation>
    </message>
    <message>
        <source>Edit the experiment</source>
        <translation>Experiment bearbeiten</translation>
    </message>
    <message>
        <source>Duplicate the experiment</source>
        <translation>Experiment duplizieren</translation>
    </message>
    <message>
        <source>Experiments (*.toml)</source>
        <translation>Experimente (*.toml)</translation>
    </message>
    <message>
        <source>Open an experiment</source>
        <translation>Experiment öffnen</translation>
    </message>
    <message>
        <source>There is an experiment called “{0}” already.</source>
        <translation>Es gibt schon ein Experiment namens „{0}“.</translation>
    </message>
    <message>
        <source>Its spec is another. Replaced by this one, it keeps the finished runs that still belong to it.</source>
        <translation>Seine Vorgabe ist eine andere. Durch diese ersetzt, behält es die fertigen Läufe, die noch dazugehören.</translation>
    </message>
    <message>
        <source>Replace the spec</source>
        <translation>Vorgabe ersetzen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>The experiment was removed.</source>
        <translation>Das Experiment wurde entfernt.</translation>
    </message>
    <message>
        <source>Its runs stay in the library, and count again if it is opened again.</source>
        <translation>Seine Läufe bleiben in der Bibliothek und zählen wieder, wenn es wieder geöffnet wird.</translation>
    </message>
</context>
<context>
    <name>ExperimentTablePage</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Sort as they come</source>
        <translation>Sortieren, wie sie kommen</translation>
    </message>
</context>
<context>
    <name>Experiments</name>
    <message>
        <source>There is an experiment of this name already: choose another.</source>
        <translation>Es gibt schon ein Experiment dieses Namens: Wähle einen anderen.</translation>
    </message>
    <message>
        <source>All lines are rehearsed: nothing is sent and nothing is paid.</source>
        <translation>Alle Beiträge sind geprobt: Nichts wird gesendet, nichts bezahlt.</translation>
    </message>
    <message>
        <source>At most {0} lines, all rehearsed: nothing is sent and nothing is paid.</source>
        <translation>Höchstens {0} Beiträge, alle geprobt: Nichts wird gesendet, nichts bezahlt.</translation>
    </message>
    <message>
        <source>At most {0} replies by {1}; more only where a failed turn is taken again.</source>
        <translation>Höchstens {0} Antworten von {1}; mehr nur, wo ein gescheiterter Beitrag wiederholt wird.</translation>
    </message>
    <message>
        <source>Replies by {0}: how many is not known before, for no number of turns is set.</source>
        <translation>Antworten von {0}: Wie viele, ist vorher nicht bekannt, denn die Zahl der Beiträge ist nicht festgelegt.</translation>
    </message>
    <message>
        <source>{0} of {1} runs</source>
        <translation>{0} von {1} Läufen</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>Finished runs that have this figure</source>
        <translation>Fertige Läufe mit dieser Kennzahl</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Standard deviation of the runs, n − 1</source>
        <translation>Standardabweichung der Läufe, n − 1</translation>
    </message>
    <message>
        <source>95 % from</source>
        <translation>95 % von</translation>
    </message>
    <message>
        <source>95 % to</source>
        <translation>95 % bis</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Zu</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Mean of the second minus mean of the first</source>
        <translation>Mittelwert der zweiten minus Mittelwert der ersten</translation>
    </message>
    <message>
        <source>Hedges&apos; g: the difference in standard deviations, for small samples</source>
        <translation>Hedges’ g: der Unterschied in Standardabweichungen, für kleine Stichproben</translation>
    </message>
    <message>
        <source>p (Welch)</source>
        <translation>p (Welch)</translation>
    </message>
    <message>
        <source>Welch&apos;s t-test</source>
        <translation>Welchs t-Test</translation>
    </message>
    <message>
        <source>Nothing is measured yet: the figures come with the runs that are finished.</source>
        <translation>Noch ist nichts gemessen: Die Kennzahlen kommen mit den fertigen Läufen.</translation>
    </message>
    <message>
        <source>p (Holm)</source>
        <translation>p (Holm)</translation>
    </message>
    <message>
        <source>Voices</source>
        <translation>Stimmen</translation>
    </message>
    <message>
        <source>Who wrote the lines</source>
        <translation>Wer die Zeilen geschrieben hat</translation>
    </message>
    <message>
        <source>Rehearsed: a script wrote the lines, no language model.</source>
        <translation>Probe: Die Zeilen schrieb ein Drehbuch, kein Sprachmodell.</translation>
    </message>
    <message>
        <source>Voices: {0}.</source>
        <translation>Stimmen: {0}.</translation>
    </message>
    <message>
        <source>{0} of {1} runs are rehearsed: a script wrote their lines, no language model.</source>
        <translation>{0} von {1} Läufen sind geprobt: Ihre Zeilen schrieb ein Drehbuch, kein Sprachmodell.</translation>
    </message>
    <message>
        <source>p (ranks)</source>
        <translation>p (Ränge)</translation>
    </message>
    <message>
        <source>The Mann-Whitney test, two-sided</source>
        <translation>Der Mann-Whitney-Test, zweiseitig</translation>
    </message>
    <message>
        <source>Nothing is varied in this experiment: edit it, and vary a setting to see what it changes.</source>
        <translation>In diesem Experiment ändert sich nichts: Bearbeite es und lass eine Einstellung sich ändern, um zu sehen, was sie bewirkt.</translation>
    </message>
    <message>
        <source>Effects show when two levels have runs.</source>
        <translation>Effekte zeigen sich, wenn zwei Stufen Läufe haben.</translation>
    </message>
    <message>
        <source>The 95 % bootstrap interval of the mean, within what the figure can be</source>
        <translation>Das 95-%-Bootstrap-Intervall des Mittelwerts, im Wertebereich der Kennzahl</translation>
    </message>
    <message>
        <source>The mean square of the effect over that of the rest, sums of squares of type III</source>
        <translation>Das mittlere Quadrat des Effekts geteilt durch das des Rests, Quadratsummen vom Typ III</translation>
    </message>
    <message>
        <source>Partial η²: the effect&apos;s part of what it and the rest leave</source>
        <translation>Partielles η²: der Anteil des Effekts an Effekt und Rest</translation>
    </message>
    <message>
        <source>Residuals of the model without the effect, permuted (Freedman and Lane)</source>
        <translation>Residuen des Modells ohne den Effekt, permutiert (Freedman und Lane)</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Effekt</translation>
    </message>
    <message>
        <source>df</source>
        <translation>df</translation>
    </message>
    <message>
        <source>Degrees of freedom</source>
        <translation>Freiheitsgrade</translation>
    </message>
    <message>
        <source>df of the rest</source>
        <translation>df des Rests</translation>
    </message>
    <message>
        <source>p (F)</source>
        <translation>p (F)</translation>
    </message>
    <message>
        <source>p (permutation)</source>
        <translation>p (Permutation)</translation>
    </message>
    <message>
        <source>Too few runs are finished to tell the effects of the settings from chance.</source>
        <translation>Noch sind zu wenige Läufe fertig, um Effekte der Einstellungen vom Zufall zu unterscheiden.</translation>
    </message>
    <message>
        <source>Corrected over all tests that were looked at: the page of methods says over which</source>
        <translation>Korrigiert über alle Tests, die angesehen wurden; welche das sind, steht auf der Seite „Methoden“</translation>
    </message>
    <message>
        <source>The 95 % bootstrap interval of the difference</source>
        <translation>Das 95-%-Bootstrap-Intervall der Differenz</translation>
    </message>
    <message>
        <source>The permutation test of the difference of means, two-sided</source>
        <translation>Der Permutationstest der Differenz der Mittelwerte, zweiseitig</translation>
    </message>
    <message>
        <source>The other settings where two cells are compared; empty: all cells</source>
        <translation>Die anderen Einstellungen, wo zwei Zellen verglichen werden; leer: alle Zellen</translation>
    </message>
    <message>
        <source>Within</source>
        <translation>Innerhalb</translation>
    </message>
    <message>
        <source>planned contrast</source>
        <translation>geplanter Kontrast</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>The run&apos;s id in the library</source>
        <translation>Die Kennung des Laufs in der Bibliothek</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>How it ended, or why not</source>
        <translation>Wie er endete, oder warum nicht</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>finished: they sound alike</source>
        <translation>fertig: sie klingen gleich</translation>
    </message>
    <message>
        <source>stopped by hand</source>
        <translation>von Hand beendet</translation>
    </message>
    <message>
        <source>stands: {0}</source>
        <translation>steht: {0}</translation>
    </message>
    <message>
        <source>not begun</source>
        <translation>nicht begonnen</translation>
    </message>
    <message>
        <source>begun</source>
        <translation>begonnen</translation>
    </message>
    <message>
        <source>the usual one</source>
        <translation>die übliche</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>1 cell</source>
        <translation>1 Zelle</translation>
    </message>
    <message>
        <source>{0} cells</source>
        <translation>{0} Zellen</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>{0} runs</source>
        <translation>{0} Läufe</translation>
    </message>
    <message>
        <source>turn {0} of {1}</source>
        <translation>Beitrag {0} von {1}</translation>
    </message>
    <message>
        <source>about {0} s</source>
        <translation>etwa {0} s</translation>
    </message>
    <message>
        <source>about {0} min</source>
        <translation>etwa {0} min</translation>
    </message>
    <message>
        <source>about {0} h</source>
        <translation>etwa {0} h</translation>
    </message>
</context>
<context>
    <name>ExperimentsFrame</name>
    <message>
        <source>Experiments</source>
        <translation>Experimente</translation>
    </message>
</context>
<context>
    <name>ExperimentsView</name>
    <message>
        <source>Experiments</source>
        <translation>Experimente</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>Effects</source>
        <translation>Effekte</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Factors</source>
        <translation>Faktoren</translation>
    </message>
    <message>
        <source>Spec</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
    <message>
        <source>What to show of the experiment</source>
        <translation>Was vom Experiment zu zeigen ist</translation>
    </message>
    <message>
        <source>Figures by cell</source>
        <translation>Kennzahlen nach Zelle</translation>
    </message>
    <message>
        <source>Plot the figure</source>
        <translation>Kennzahl zeichnen</translation>
    </message>
    <message>
        <source>Effects and interactions</source>
        <translation>Effekte und Wechselwirkungen</translation>
    </message>
    <message>
        <source>Plot the interaction</source>
        <translation>Die Wechselwirkung zeichnen</translation>
    </message>
    <message>
        <source>Effects of the settings</source>
        <translation>Effekte der Einstellungen</translation>
    </message>
    <message>
        <source>Plot the effects</source>
        <translation>Effekte zeichnen</translation>
    </message>
    <message>
        <source>Open the run</source>
        <translation>Lauf öffnen</translation>
    </message>
    <message>
        <source>The spec as TOML</source>
        <translation>Die Vorgabe als TOML</translation>
    </message>
    <message>
        <source>What was done, for a methods section</source>
        <translation>Was getan wurde, für einen Methodenteil</translation>
    </message>
    <message>
        <source>No experiments yet</source>
        <translation>Noch keine Experimente</translation>
    </message>
    <message>
        <source>An experiment runs the same talk many times, over every combination of the settings that you vary: voices, awareness, temperature, topology. Then it shows what they change: means with their confidence, effects with their tests, and every single run.</source>
        <translation>Ein Experiment führt dasselbe Gespräch viele Male, in jeder Kombination der Einstellungen, die sich ändern sollen: Stimmen, Bewusstheit, Temperatur, Topologie. Dann zeigt es, was sie bewirken: Mittelwerte mit ihrem Vertrauensbereich, Effekte mit ihren Tests, und jeden einzelnen Lauf.</translation>
    </message>
    <message>
        <source>New experiment…</source>
        <translation>Neues Experiment …</translation>
    </message>
    <message>
        <source>Open a spec…</source>
        <translation>Vorgabe öffnen …</translation>
    </message>
    <message>
        <source>measuring … {0} %</source>
        <translation>es wird gemessen … {0} %</translation>
    </message>
    <message>
        <source>{0} could not be read</source>
        <translation>{0} nicht lesbar</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>With inner thoughts</source>
        <translation>Mit inneren Gedanken</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen …</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportieren nach</translation>
    </message>
</context>
<context>
    <name>FaceField</name>
    <message>
        <source>Drop a PNG or a JPEG upon a face, here or in the list.</source>
        <translation>Zieh ein PNG oder JPEG auf ein Gesicht, hier oder in der Liste.</translation>
    </message>
    <message>
        <source>Picture…</source>
        <translation>Bild …</translation>
    </message>
    <message>
        <source>Remove the picture</source>
        <translation>Bild entfernen</translation>
    </message>
</context>
<context>
    <name>Faces</name>
    <message>
        <source>{0} others</source>
        <translation>{0} andere</translation>
    </message>
    <message>
        <source>Awareness: {0}</source>
        <translation>Bewusstheit: {0}</translation>
    </message>
    <message>
        <source>Who talks</source>
        <translation>Wer redet</translation>
    </message>
    <message>
        <source>{0}: {1} of the talk</source>
        <translation>{0}: {1} des Gesprächs</translation>
    </message>
    <message>
        <source>{0}, muted</source>
        <translation>{0}, stumm</translation>
    </message>
</context>
<context>
    <name>Facing</name>
    <message>
        <source>window of {0} tokens a side</source>
        <translation>Fenster von {0} Token je Seite</translation>
    </message>
    <message>
        <source>stops at {0} turns</source>
        <translation>endet nach {0} Beiträgen</translation>
    </message>
    <message>
        <source>pauses at {0}</source>
        <translation>hält bei {0} an</translation>
    </message>
    <message>
        <source>stops at {0}</source>
        <translation>endet bei {0}</translation>
    </message>
</context>
<context>
    <name>FacingView</name>
    <message>
        <source>Side by side</source>
        <translation>Gegenüber</translation>
    </message>
    <message>
        <source>A duologue&apos;s two sides stand here, face to face.</source>
        <translation>Hier stehen sich die beiden Seiten eines Dialogs gegenüber.</translation>
    </message>
    <message>
        <source>fork of turn {0}</source>
        <translation>Abzweig von Beitrag {0}</translation>
    </message>
    <message>
        <source>“{0}” was put in, and is not taken up yet.</source>
        <translation>„{0}“ wurde eingeworfen und ist noch nicht aufgegriffen.</translation>
    </message>
    <message>
        <source>“{0}” was put in for {1}, and is not taken up yet.</source>
        <translation>„{0}“ wurde für {1} eingeworfen und ist noch nicht aufgegriffen.</translation>
    </message>
    <message>
        <source>Dotted: taken over from the line before · 1 word in the last six turns</source>
        <translation>Gepunktet: vom Beitrag davor übernommen · 1 Wort in den letzten sechs Beiträgen</translation>
    </message>
    <message>
        <source>Dotted: taken over from the line before · {0} words in the last six turns</source>
        <translation>Punktiert: aus der Zeile davor übernommen · {0} Wörter in den letzten sechs Beiträgen</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>left out</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Urheber</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>From cache</source>
        <translation>Aus dem Cache</translation>
    </message>
    <message>
        <source>Written to cache</source>
        <translation>In den Cache</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Erstes Token</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>Stopped by</source>
        <translation>Ende durch</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>By the rules</source>
        <translation>Nach den Regeln</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>Payload hash</source>
        <translation>Prüfsumme</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>Abgeschnitten</translation>
    </message>
    <message>
        <source>as a sampling parameter</source>
        <translation>als Sampling-Parameter</translation>
    </message>
    <message>
        <source>rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>in words</source>
        <translation>in Worten</translation>
    </message>
</context>
<context>
    <name>FightPart</name>
    <message>
        <source>Order of initiative</source>
        <translation>Reihenfolge der Initiative</translation>
    </message>
    <message>
        <source>out of the fight</source>
        <translation>kampfunfähig</translation>
    </message>
    <message>
        <source>your turn</source>
        <translation>du bist dran</translation>
    </message>
</context>
<context>
    <name>FigureChoice</name>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Which figure is compared: type a part of its name</source>
        <translation>Welche Kennzahl verglichen wird: Tippe einen Teil ihres Namens</translation>
    </message>
    <message>
        <source>The figures of the spec</source>
        <translation>Die Kennzahlen der Vorgabe</translation>
    </message>
</context>
<context>
    <name>FileCommands</name>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>FirstRunCommands</name>
    <message>
        <source>New run…</source>
        <translation>Neuer Lauf …</translation>
    </message>
    <message>
        <source>The model is here for topics of your own. What is written is still proposed first.</source>
        <translation>Das Modell ist da, für eigene Themen. Zuerst vorgeschlagen wird weiter, was geschrieben ist.</translation>
    </message>
    <message>
        <source>New runs are written by the embedded model.</source>
        <translation>Neue Läufe schreibt das eingebaute Modell.</translation>
    </message>
</context>
<context>
    <name>FloorPlanView</name>
    <message>
        <source>Give the floor</source>
        <translation>Das Wort erteilen</translation>
    </message>
    <message>
        <source>Whisper…</source>
        <translation>Flüstern …</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stumm schalten</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Floor plan</source>
        <translation>Grundriss</translation>
    </message>
    <message>
        <source>Show the whole plan</source>
        <translation>Ganzen Grundriss zeigen</translation>
    </message>
    <message>
        <source>Follow the talk</source>
        <translation>Dem Gespräch folgen</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Show thoughts</source>
        <translation>Gedanken zeigen</translation>
    </message>
    <message>
        <source>Muted: does not get the floor.</source>
        <translation>Stumm: bekommt das Wort nicht.</translation>
    </message>
    <message>
        <source>Plays {character}.</source>
        <translation>Spielt {character}.</translation>
    </message>
    <message>
        <source>Thinks of what to say, at the same time as the others.</source>
        <translation>Überlegt, was zu sagen ist, zugleich mit den anderen.</translation>
    </message>
    <message>
        <source>Sees them, does not hear what is said.</source>
        <translation>Sieht sie, hört aber nicht, was gesagt wird.</translation>
    </message>
    <message>
        <source>Has the floor.</source>
        <translation>Hat das Wort.</translation>
    </message>
    <message>
        <source>Hears this.</source>
        <translation>Hört das.</translation>
    </message>
    <message>
        <source>Does not hear this.</source>
        <translation>Hört das nicht.</translation>
    </message>
    <message>
        <source>Has heard what was put in: {text}</source>
        <translation>Hat gehört, was eingeworfen wurde: {text}</translation>
    </message>
    <message>
        <source>Has not heard yet: {text}</source>
        <translation>Hat noch nicht gehört: {text}</translation>
    </message>
    <message>
        <source>Works on: {task}</source>
        <translation>Arbeitet an: {task}</translation>
    </message>
    <message>
        <source>Done: {task}</source>
        <translation>Fertig: {task}</translation>
    </message>
    <message>
        <source>Mood: {mood}</source>
        <translation>Stimmung: {mood}</translation>
    </message>
    <message>
        <source>Stands: {stance}</source>
        <translation>Steht: {stance}</translation>
    </message>
    <message>
        <source>{turns}, {share} % of the words</source>
        <translation>{turns}, {share} % der Worte</translation>
    </message>
</context>
<context>
    <name>FlowChart</name>
    <message>
        <source>Director</source>
        <translation>Regie</translation>
    </message>
    <message>
        <source>{name} to {others}</source>
        <translation>{name} an {others}</translation>
    </message>
    <message>
        <source>Turn {turn}: {name}, {words}</source>
        <translation>Beitrag {turn}: {name}, {words}</translation>
    </message>
</context>
<context>
    <name>Fold</name>
    <message>
        <source>Character, people and things</source>
        <translation>Figur, Leute und Dinge</translation>
    </message>
    <message>
        <source>{0} · {1} / {2}</source>
        <translation>{0} · {1} / {2}</translation>
    </message>
    <message>
        <source>Place and people</source>
        <translation>Ort und Leute</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message>
        <source>No program was found here that opens this file.</source>
        <translation>Hier wurde kein Programm gefunden, das diese Datei öffnet.</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>No file manager was found here that shows the folder.</source>
        <translation>Hier wurde kein Dateimanager gefunden, der den Ordner zeigt.</translation>
    </message>
</context>
<context>
    <name>FootBar</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Undo: {0}</source>
        <translation>Rückgängig: {0}</translation>
    </message>
    <message>
        <source>Redo: {0}</source>
        <translation>Wiederholen: {0}</translation>
    </message>
    <message>
        <source>Save as my own</source>
        <translation>Als eigene sichern</translation>
    </message>
    <message>
        <source>✕ One thing to put right: go there</source>
        <translation>✕ Eines zu richten: hingehen</translation>
    </message>
    <message>
        <source>✕ {0} things to put right: go to the first</source>
        <translation>✕ {0} Dinge zu richten: zum ersten</translation>
    </message>
</context>
<context>
    <name>ForkDialog</name>
    <message>
        <source>Fork after turn {0}</source>
        <translation>Abzweigen nach Beitrag {0}</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>Abzweigen</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>Wie bisher</translation>
    </message>
    <message>
        <source>Empty: as it is</source>
        <translation>Leer: wie bisher</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>Next speaker</source>
        <translation>Wer spricht</translation>
    </message>
    <message>
        <source>Turns in all</source>
        <translation>Beiträge gesamt</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
</context>
<context>
    <name>FormDialog</name>
    <message>
        <source>Discard what you changed here?</source>
        <translation>Die Änderungen hier verwerfen?</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Go on editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
</context>
<context>
    <name>GameMasterView</name>
    <message>
        <source>Game master</source>
        <translation>Spielleitung</translation>
    </message>
    <message>
        <source>Why this scene</source>
        <translation>Warum diese Szene</translation>
    </message>
    <message>
        <source>Open or start a day in the office: why the game master chose each scene will stand here.</source>
        <translation>Öffne oder beginne einen Tag im Büro: Hier steht dann, warum die Spielleitung jede Szene gewählt hat.</translation>
    </message>
    <message>
        <source>Why scene {0}?</source>
        <translation>Warum Szene {0}?</translation>
    </message>
    <message>
        <source>Topic: {0}</source>
        <translation>Thema: {0}</translation>
    </message>
    <message>
        <source>scene {0}</source>
        <translation>Szene {0}</translation>
    </message>
    <message>
        <source>{names} and {count} more</source>
        <translation>{names} und {count} weitere</translation>
    </message>
    <message>
        <source>Importance {value} of 10, threshold {threshold}</source>
        <translation>Bedeutung {value} von 10, Schwelle {threshold}</translation>
    </message>
</context>
<context>
    <name>GuideWindow</name>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Search, for instance: fork</source>
        <translation>Suche, zum Beispiel: abzweigen</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Hilfe durchsuchen</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Nothing here holds these words.</source>
        <translation>Nichts hier enthält diese Worte.</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>Hand</name>
    <message>
        <source>Do it</source>
        <translation>Tun</translation>
    </message>
    <message>
        <source>Do it (Return)</source>
        <translation>Tun (Eingabetaste)</translation>
    </message>
    <message>
        <source>What you do</source>
        <translation>Was du tust</translation>
    </message>
</context>
<context>
    <name>HandingOver</name>
    <message>
        <source>The writing ends here: what comes next was not written. Who goes on?</source>
        <translation>Hier endet das Geschriebene: Was nun kommt, hat niemand geschrieben. Wer macht weiter?</translation>
    </message>
    <message>
        <source>Fetch the model</source>
        <translation>Modell holen</translation>
    </message>
    <message>
        <source>The model here</source>
        <translation>Das Modell hier</translation>
    </message>
    <message>
        <source>Rehearsal</source>
        <translation>Probe</translation>
    </message>
    <message>
        <source>The model on this machine would be {0}: {1} MB, about {2} min to fetch.</source>
        <translation>Das Modell auf diesem Rechner wäre {0}: {1} MB, etwa {2} min zu holen.</translation>
    </message>
</context>
<context>
    <name>Head</name>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Replies under way are finished and kept; nothing else is begun</source>
        <translation>Begonnene Antworten werden beendet und behalten; nichts Neues wird begonnen</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>Jetzt abbrechen</translation>
    </message>
    <message>
        <source>Replies under way are dropped; the runs stand and can be gone on with</source>
        <translation>Begonnene Antworten fallen weg; die Läufe stehen und können weitergehen</translation>
    </message>
    <message>
        <source>Progress of the experiment</source>
        <translation>Fortschritt des Experiments</translation>
    </message>
    <message>
        <source>Edit: more repetitions, more values</source>
        <translation>Bearbeiten: mehr Wiederholungen, mehr Werte</translation>
    </message>
    <message>
        <source>Duplicate under another name</source>
        <translation>Unter anderem Namen duplizieren</translation>
    </message>
    <message>
        <source>Remove the experiment; its runs stay in the library</source>
        <translation>Experiment entfernen; seine Läufe bleiben in der Bibliothek</translation>
    </message>
    <message>
        <source>1 run stands</source>
        <translation>1 Lauf steht</translation>
    </message>
    <message>
        <source>{0} runs stand</source>
        <translation>{0} Läufe stehen</translation>
    </message>
    <message>
        <source>Export tables, plots, spec and methods into a folder (Ctrl+E)</source>
        <translation>Tabellen, Diagramme, Plan und Methoden in einen Ordner exportieren (Strg+E)</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Another experiment is running: pause it first</source>
        <translation>Ein anderes Experiment läuft: Halte es zuerst an</translation>
    </message>
    <message>
        <source>Mend the file, or open the spec again.</source>
        <translation>Bring die Datei in Ordnung oder öffne die Vorgabe neu.</translation>
    </message>
    <message>
        <source>pausing: replies under way are finished</source>
        <translation>hält an: begonnene Antworten werden beendet</translation>
    </message>
    <message>
        <source>{0} under way</source>
        <translation>{0} unterwegs</translation>
    </message>
    <message>
        <source>{0} turns a minute</source>
        <translation>{0} Beiträge je Minute</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>noch {0}</translation>
    </message>
</context>
<context>
    <name>HeadBar</name>
    <message>
        <source>Cast</source>
        <translation>Besetzung</translation>
    </message>
    <message>
        <source>New cast</source>
        <translation>Neue Besetzung</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Verdoppeln</translation>
    </message>
    <message>
        <source>A cast of your own like this one, under another id</source>
        <translation>Eine eigene Besetzung wie diese, unter einer anderen Kennung</translation>
    </message>
    <message>
        <source>Casts of your own can be deleted; those that ship with Parley stay.</source>
        <translation>Eigene Besetzungen lassen sich löschen; die mitgelieferten bleiben.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>new cast, not saved yet</source>
        <translation>neue Besetzung, noch nicht gesichert</translation>
    </message>
    <message>
        <source>{0} · your own</source>
        <translation>{0} · deine eigene</translation>
    </message>
</context>
<context>
    <name>HeatLegend</name>
    <message>
        <source>People were here today</source>
        <translation>Heute waren Leute hier</translation>
    </message>
</context>
<context>
    <name>HelpButton</name>
    <message>
        <source>What “{0}” shows</source>
        <translation>Was „{0}“ zeigt</translation>
    </message>
    <message>
        <source>What this shows</source>
        <translation>Was das zeigt</translation>
    </message>
</context>
<context>
    <name>ImportCommands</name>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>{0} of {1} files could not be imported.</source>
        <translation>{0} von {1} Dateien konnten nicht importiert werden.</translation>
    </message>
    <message>
        <source>Looking at what there is …</source>
        <translation>Sehe nach, was da ist …</translation>
    </message>
    <message>
        <source>Runs (*.parley *.jsonl)</source>
        <translation>Läufe (*.parley *.jsonl)</translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>All of this was here already; nothing was imported.</source>
        <translation>All das war schon da; nichts wurde importiert.</translation>
    </message>
    <message>
        <source>Imported: {0} turns, and what went otherwise as forks: {1}.</source>
        <translation>Importiert: {0} Beiträge, und was anders verlief, als Abzweigungen: {1}.</translation>
    </message>
    <message>
        <source>Imported: {0} turns.</source>
        <translation>Importiert: {0} Beiträge.</translation>
    </message>
    <message>
        <source>{0} runs were imported; the last one is open.</source>
        <translation>{0} Läufe wurden importiert; der letzte ist offen.</translation>
    </message>
    <message>
        <source>{0} runs were imported.</source>
        <translation>{0} Läufe wurden importiert.</translation>
    </message>
    <message>
        <source>Runs, talks, characters, casts and more (*.jsonl *.json);;All files (*)</source>
        <translation>Läufe, Gespräche, Figuren, Besetzungen und mehr (*.jsonl *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>There is nothing in this folder that can be brought in.</source>
        <translation>In diesem Ordner ist nichts, was sich hereinholen lässt.</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>Nothing is written before you import, and nothing in it is begun.</source>
        <translation>Vor dem Importieren wird nichts geschrieben, und nichts darin wird begonnen.</translation>
    </message>
    <message>
        <source>imported before</source>
        <translation>schon importiert</translation>
    </message>
    <message>
        <source>Import {0}</source>
        <translation>{0} importieren</translation>
    </message>
</context>
<context>
    <name>InjectBox</name>
    <message>
        <source>Topic to inject</source>
        <translation>Thema zum Einwerfen</translation>
    </message>
    <message>
        <source>Whom it is for</source>
        <translation>Für wen es ist</translation>
    </message>
    <message>
        <source>Everybody hears a topic; a whisper is heard by one member alone.</source>
        <translation>Ein Thema hören alle; ein Flüstern hört nur ein Mitglied.</translation>
    </message>
    <message>
        <source>Inject</source>
        <translation>Einwerfen</translation>
    </message>
    <message>
        <source>everybody</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Whisper to {0}…</source>
        <translation>{0} zuflüstern …</translation>
    </message>
    <message>
        <source>Inject a topic…</source>
        <translation>Thema einwerfen …</translation>
    </message>
    <message>
        <source>Whisper</source>
        <translation>Flüstern</translation>
    </message>
    <message>
        <source>Everybody</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Whisper to {0}</source>
        <translation>{0} zuflüstern</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>score {0}</source>
        <translation>Wert {0}</translation>
    </message>
</context>
<context>
    <name>InspectorView</name>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Story</source>
        <translation>Geschichte</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>Wissen</translation>
    </message>
    <message>
        <source>Scene</source>
        <translation>Szene</translation>
    </message>
    <message>
        <source>Relations</source>
        <translation>Beziehungen</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Roh</translation>
    </message>
    <message>
        <source>Pages of the inspector</source>
        <translation>Seiten des Inspektors</translation>
    </message>
    <message>
        <source>turn {number}</source>
        <translation>Beitrag {number}</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
</context>
<context>
    <name>InterviewCommands</name>
    <message>
        <source>No answer yet.</source>
        <translation>Noch keine Antwort.</translation>
    </message>
    <message>
        <source> of {0}</source>
        <translation> von {0}</translation>
    </message>
    <message>
        <source>Rehearsed: derived by rule from what they know, no language model.</source>
        <translation>Probe: nach einer Regel aus dem abgeleitet, was sie wissen, kein Sprachmodell.</translation>
    </message>
    <message>
        <source>The log of this run</source>
        <translation>Das Protokoll dieses Laufs</translation>
    </message>
</context>
<context>
    <name>InterviewView</name>
    <message>
        <source>Interview</source>
        <translation>Befragung</translation>
    </message>
    <message>
        <source>Whom to ask</source>
        <translation>Wer gefragt wird</translation>
    </message>
    <message>
        <source>What do you want to know? Nobody else hears it.</source>
        <translation>Was möchtest du wissen? Niemand sonst hört es.</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>Die Frage</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Ctrl+Enter asks too</source>
        <translation>Strg+Eingabe fragt auch</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Earlier answers</source>
        <translation>Frühere Antworten</translation>
    </message>
    <message>
        <source>Everybody, each alone</source>
        <translation>Alle, jede Person allein</translation>
    </message>
    <message>
        <source>before the first turn</source>
        <translation>vor dem ersten Beitrag</translation>
    </message>
    <message>
        <source>at turn {0}</source>
        <translation>bei Beitrag {0}</translation>
    </message>
    <message>
        <source>waiting for {0} …</source>
        <translation>warte auf {0} …</translation>
    </message>
    <message>
        <source>Open or begin a run to ask its members.</source>
        <translation>Öffne oder beginne einen Lauf, um seine Mitglieder zu befragen.</translation>
    </message>
    <message>
        <source>Nobody was asked yet. Choose a member and a turn: they answer alone, as they see it then, and the run does not notice.</source>
        <translation>Noch wurde niemand gefragt. Wähle ein Mitglied und einen Beitrag: Es antwortet allein, so wie es dann alles sieht, und der Lauf merkt nichts davon.</translation>
    </message>
    <message>
        <source>turn {0}</source>
        <translation>Beitrag {0}</translation>
    </message>
</context>
<context>
    <name>InventoryPart</name>
    <message>
        <source>Inventory</source>
        <translation>Gepäck</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Benutzen</translation>
    </message>
    <message>
        <source>Give</source>
        <translation>Geben</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Ablegen</translation>
    </message>
</context>
<context>
    <name>JobTable</name>
    <message>
        <source>Job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Beiträge</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Why it stands</source>
        <translation>Warum er steht</translation>
    </message>
    <message>
        <source>until {0}</source>
        <translation>bis {0}</translation>
    </message>
</context>
<context>
    <name>JudgeCommands</name>
    <message>
        <source>Open or begin a run to grade its lines.</source>
        <translation>Öffne oder beginne einen Lauf, um seine Zeilen zu bewerten.</translation>
    </message>
    <message>
        <source>Compare this run with another one, RUN, in a terminal: {0}</source>
        <translation>Vergleiche diesen Lauf im Terminal mit einem anderen, RUN: {0}</translation>
    </message>
    <message>
        <source>Grade by hand</source>
        <translation>Von Hand bewerten</translation>
    </message>
    <message>
        <source>Whose grades are these?</source>
        <translation>Wessen Bewertungen sind das?</translation>
    </message>
    <message>
        <source>There is no model here that could judge. Set one up under Models, or grade by hand.</source>
        <translation>Hier ist kein Modell, das bewerten könnte. Richte unter „Modelle“ eines ein, oder bewerte von Hand.</translation>
    </message>
    <message>
        <source>{0} of {1} calls gave no grade. The last: {2}</source>
        <translation>{0} von {1} Aufrufen gaben keine Note. Der letzte: {2}</translation>
    </message>
    <message>
        <source>{0} of {1} calls answered …</source>
        <translation>{0} von {1} Aufrufen beantwortet …</translation>
    </message>
</context>
<context>
    <name>JudgesView</name>
    <message>
        <source>Judges</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Rubric</source>
        <translation>Bewertungsbogen</translation>
    </message>
    <message>
        <source>Who judges</source>
        <translation>Wer bewertet</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>Bewerten</translation>
    </message>
    <message>
        <source>What it costs is told before anything is asked.</source>
        <translation>Was es kostet, wird gesagt, bevor etwas gefragt wird.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Grade blind by hand…</source>
        <translation>Blind von Hand bewerten …</translation>
    </message>
    <message>
        <source>Grades</source>
        <translation>Noten</translation>
    </message>
    <message>
        <source>Yes, grade</source>
        <translation>Ja, bewerten</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Beitrag</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
</context>
<context>
    <name>LaneNames</name>
    <message>
        <source>Lanes</source>
        <translation>Bahnen</translation>
    </message>
    <message>
        <source>nobody is chosen</source>
        <translation>niemand ist gewählt</translation>
    </message>
    <message>
        <source>Director</source>
        <translation>Regie</translation>
    </message>
    <message>
        <source>, muted</source>
        <translation>, stumm</translation>
    </message>
</context>
<context>
    <name>LeaveDialog</name>
    <message>
        <source>Another server</source>
        <translation>Ein anderer Server</translation>
    </message>
    <message>
        <source>May the conversation be sent to another server?</source>
        <translation>Darf das Gespräch an einen anderen Server gehen?</translation>
    </message>
    <message>
        <source>May this server write lines, at your cost?</source>
        <translation>Darf dieser Server Zeilen schreiben, auf deine Kosten?</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>{0} would have lines written there. That is neither the provider&apos;s own server nor one that you have set. What is sent is the conversation and who the members are; your key is not.</source>
        <translation>{0} ließe dort Zeilen schreiben. Das ist weder der Server des Anbieters noch einer, den du eingestellt hast. Gesendet wird das Gespräch und wer die Mitglieder sind; dein Schlüssel nicht.</translation>
    </message>
    <message>
        <source>{0} would have lines written there. It is one of your servers: it gets your key, and it may cost you money.</source>
        <translation>{0} würde dort Zeilen schreiben lassen. Es ist einer deiner Server: Er bekommt deinen Schlüssel, und es kann dich Geld kosten.</translation>
    </message>
    <message>
        <source>Always allow this</source>
        <translation>Immer erlauben</translation>
    </message>
    <message>
        <source>Send it there</source>
        <translation>Dorthin senden</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>This week</source>
        <translation>Diese Woche</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>{0} min ago</source>
        <translation>vor {0} min</translation>
    </message>
    <message>
        <source>{0} h ago</source>
        <translation>vor {0} Std.</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>day and month</comment>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>playing, turn {0}</source>
        <translation>läuft, Beitrag {0}</translation>
    </message>
    <message>
        <source>your turn</source>
        <translation>du bist dran</translation>
    </message>
    <message>
        <source>a voice failed</source>
        <translation>Stimme ausgefallen</translation>
    </message>
    <message>
        <source>paused, turn {0}</source>
        <translation>Pause, Beitrag {0}</translation>
    </message>
    <message>
        <source>ended, {0}</source>
        <translation>beendet, {0}</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
</context>
<context>
    <name>LibraryCommands</name>
    <message>
        <source>Both</source>
        <translation>Beides</translation>
    </message>
    <message>
        <source>logbook</source>
        <translation>Logbuch</translation>
    </message>
    <message>
        <source>Animated GIF</source>
        <translation>Bewegtes GIF</translation>
    </message>
    <message>
        <source>Animated WebP</source>
        <translation>Bewegtes WebP</translation>
    </message>
    <message>
        <source>Animated PNG</source>
        <translation>Bewegtes PNG</translation>
    </message>
    <message>
        <source>{0} s, {1} pictures</source>
        <translation>{0} s, {1} Bilder</translation>
    </message>
    <message>
        <source>Cancelled; nothing was written.</source>
        <translation>Abgebrochen; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Another file…</source>
        <translation>Andere Datei …</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Written: {0}</source>
        <translation>Geschrieben: {0}</translation>
    </message>
</context>
<context>
    <name>LibraryDelegate</name>
    <message>
        <source>1 line</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>{0} lines</source>
        <translation>{0} Zeilen</translation>
    </message>
    <message>
        <source>1 more line</source>
        <translation>noch 1 Zeile</translation>
    </message>
    <message>
        <source>{0} more lines</source>
        <translation>noch {0} Zeilen</translation>
    </message>
    <message>
        <source>turn {0}</source>
        <translation>Beitrag {0}</translation>
    </message>
</context>
<context>
    <name>LibraryModel</name>
    <message>
        <source>{0} more lines</source>
        <translation>noch {0} Zeilen</translation>
    </message>
    <message>
        <source>starred</source>
        <translation>mit Stern</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>archiviert</translation>
    </message>
</context>
<context>
    <name>LibraryView</name>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Search all transcripts</source>
        <translation>Überall suchen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Show the runs of experiments</source>
        <translation>Läufe von Experimenten zeigen</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>{0} runs</source>
        <translation>{0} Läufe</translation>
    </message>
    <message>
        <source>Empty the trash…</source>
        <translation>Papierkorb leeren …</translation>
    </message>
    <message>
        <source>1 experiment</source>
        <translation>1 Experiment</translation>
    </message>
    <message>
        <source>{0} experiments</source>
        <translation>{0} Experimente</translation>
    </message>
    <message>
        <source>Kept apart: press to show them here, too</source>
        <translation>Für sich gehalten: Drücke, um sie auch hier zu zeigen</translation>
    </message>
    <message>
        <source>Trash ({0})</source>
        <translation>Papierkorb ({0})</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>Alle Läufe</translation>
    </message>
    <message>
        <source>{0} of {1} runs. Another word narrows the search.</source>
        <translation>{0} von {1} Läufen. Ein weiteres Wort grenzt die Suche ein.</translation>
    </message>
    <message>
        <source>1 line found</source>
        <translation>1 Zeile gefunden</translation>
    </message>
    <message>
        <source>{0} lines found</source>
        <translation>{0} Zeilen gefunden</translation>
    </message>
    <message>
        <source>More than {0} lines found; these fit best. Another word narrows the search.</source>
        <translation>Mehr als {0} Zeilen gefunden; diese passen am besten. Ein weiteres Wort grenzt die Suche ein.</translation>
    </message>
    <message>
        <source>No line of any transcript holds this.</source>
        <translation>Das steht in keiner Mitschrift.</translation>
    </message>
    <message>
        <source>Looking for your runs…</source>
        <translation>Deine Läufe werden gesucht …</translation>
    </message>
    <message>
        <source>The trash is empty. What is deleted stays here for {0} days.</source>
        <translation>Der Papierkorb ist leer. Was gelöscht wird, bleibt {0} Tage hier.</translation>
    </message>
    <message>
        <source>Nothing was archived. What is put there is out of sight, and is found all the same.</source>
        <translation>Nichts ist archiviert. Was hier liegt, ist aus dem Blick und wird trotzdem gefunden.</translation>
    </message>
    <message>
        <source>No run has a star. The menu of a run gives it one.</source>
        <translation>Kein Lauf hat einen Stern. Das Menü eines Laufs gibt ihm einen.</translation>
    </message>
    <message>
        <source>No runs yet. Start one with New run (Ctrl+N); every run is kept here.</source>
        <translation>Noch keine Läufe. Starte einen mit Neuer Lauf (Strg+N); jeder Lauf wird hier aufgehoben.</translation>
    </message>
    <message>
        <source>No run is of this kind.</source>
        <translation>Kein Lauf ist von dieser Art.</translation>
    </message>
    <message>
        <source>All runs here are those of experiments.</source>
        <translation>Alle Läufe hier gehören zu Experimenten.</translation>
    </message>
    <message>
        <source>No run is called so. Press Enter to search every line that was said.</source>
        <translation>Kein Lauf heißt so. Die Eingabetaste durchsucht alles, was gesagt wurde.</translation>
    </message>
</context>
<context>
    <name>LimitBox</name>
    <message>
        <source>as in the settings</source>
        <translation>wie in den Einstellungen</translation>
    </message>
</context>
<context>
    <name>LineEditor</name>
    <message>
        <source>New text of the line</source>
        <translation>Neuer Text der Zeile</translation>
    </message>
    <message>
        <source>Fork with this line</source>
        <translation>Mit dieser Zeile abzweigen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The run goes on from here in a branch.</source>
        <translation>Der Lauf geht von hier in einem Zweig weiter.</translation>
    </message>
</context>
<context>
    <name>LogbookExportDialog</name>
    <message>
        <source>Export the logbook</source>
        <translation>Logbuch exportieren</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
</context>
<context>
    <name>LogbookView</name>
    <message>
        <source>Logbook</source>
        <translation>Logbuch</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Page of the logbook</source>
        <translation>Seite des Logbuchs</translation>
    </message>
    <message>
        <source>Language of the logbook</source>
        <translation>Sprache des Logbuchs</translation>
    </message>
    <message>
        <source>Save the logbook as Markdown or HTML.</source>
        <translation>Das Logbuch als Markdown oder HTML speichern.</translation>
    </message>
    <message>
        <source>Export the logbook</source>
        <translation>Logbuch exportieren</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>page {0} of {1}</source>
        <translation>Seite {0} von {1}</translation>
    </message>
    <message>
        <source>Open or start a day in the office: every scene gets a page here, and every day a summary.</source>
        <translation>Öffne oder beginne einen Tag im Büro: Jede Szene bekommt hier eine Seite und jeder Tag eine Zusammenfassung.</translation>
    </message>
</context>
<context>
    <name>LyingPart</name>
    <message>
        <source>Lying here</source>
        <translation>Liegt hier</translation>
    </message>
    <message>
        <source>Pick up</source>
        <translation>Aufheben</translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <source>Whispered to {0}: {1}</source>
        <translation>{0} zugeflüstert: {1}</translation>
    </message>
    <message>
        <source>Injected: {0}</source>
        <translation>Eingeworfen: {0}</translation>
    </message>
    <message>
        <source>{0} was given the floor</source>
        <translation>{0} bekam das Wort</translation>
    </message>
    <message>
        <source>{0} was muted</source>
        <translation>{0} wurde stumm geschaltet</translation>
    </message>
    <message>
        <source>{0} may speak again</source>
        <translation>{0} darf wieder sprechen</translation>
    </message>
    <message>
        <source>Next speaker: {0}</source>
        <translation>Wer als Nächstes spricht: {0}</translation>
    </message>
    <message>
        <source>Another voice for {0}</source>
        <translation>Eine andere Stimme für {0}</translation>
    </message>
    <message>
        <source>Another voice for everybody</source>
        <translation>Eine andere Stimme für alle</translation>
    </message>
    <message>
        <source>Bookmark at turn {0}</source>
        <translation>Lesezeichen bei Beitrag {0}</translation>
    </message>
    <message>
        <source>Fork: {0}</source>
        <translation>Zweig: {0}</translation>
    </message>
    <message>
        <source>taken up by {0} in turn {1}</source>
        <translation>aufgegriffen von {0} in Beitrag {1}</translation>
    </message>
    <message>
        <source>the run ended before</source>
        <translation>der Lauf endete vorher</translation>
    </message>
    <message>
        <source>waits for the next turn of {0}</source>
        <translation>wartet auf den nächsten Beitrag von {0}</translation>
    </message>
    <message>
        <source>not taken up yet</source>
        <translation>noch nicht aufgegriffen</translation>
    </message>
</context>
<context>
    <name>MemberDelegate</name>
    <message>
        <source>muted · {0}</source>
        <translation>stumm · {0}</translation>
    </message>
</context>
<context>
    <name>MembersModel</name>
    <message>
        <source>{0}, {1}, {2} % of the words</source>
        <translation>{0}, {1}, {2} % der Worte</translation>
    </message>
    <message>
        <source>, muted</source>
        <translation>, stumm</translation>
    </message>
    <message>
        <source>, speaking</source>
        <translation>, spricht</translation>
    </message>
</context>
<context>
    <name>MembersPane</name>
    <message>
        <source>Cast and members</source>
        <translation>Besetzung und Mitglieder</translation>
    </message>
    <message>
        <source>Add member</source>
        <translation>Mitglied hinzufügen</translation>
    </message>
    <message>
        <source>Duplicate this member</source>
        <translation>Dieses Mitglied verdoppeln</translation>
    </message>
    <message>
        <source>Remove this member</source>
        <translation>Dieses Mitglied entfernen</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>The cast</source>
        <translation>Die Besetzung</translation>
    </message>
    <message>
        <source>one member</source>
        <translation>ein Mitglied</translation>
    </message>
    <message>
        <source>Import a persona or a character card</source>
        <translation>Eine Persona oder Figurenkarte importieren</translation>
    </message>
    <message>
        <source>Export as a persona or a character card</source>
        <translation>Als Persona oder Figurenkarte exportieren</translation>
    </message>
    <message>
        <source>{0} members</source>
        <translation>{0} Mitglieder</translation>
    </message>
</context>
<context>
    <name>MemoriesPane</name>
    <message>
        <source>What came to {name}&apos;s mind for this turn, and why</source>
        <translation>Was {name} für diesen Beitrag einfiel, und warum</translation>
    </message>
    <message>
        <source>recent</source>
        <translation>frisch</translation>
    </message>
    <message>
        <source>relevant</source>
        <translation>passend</translation>
    </message>
    <message>
        <source>important</source>
        <translation>wichtig</translation>
    </message>
    <message>
        <source>importance {value} of 10</source>
        <translation>Bedeutung {value} von 10</translation>
    </message>
    <message>
        <source>From {run}</source>
        <translation>Aus {run}</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>by “{key}” in “{entry}”</source>
        <translation>durch „{key}“ in „{entry}“</translation>
    </message>
    <message>
        <source>by “{key}”</source>
        <translation>durch „{key}“</translation>
    </message>
    <message>
        <source>Nothing came to {name}&apos;s mind here: what the office lives through is remembered later.</source>
        <translation>{name} fiel hier nichts ein: Was das Büro erlebt, wird später erinnert.</translation>
    </message>
    <message>
        <source>{name} remembered nothing here. What a run teaches its members is remembered in the next one.</source>
        <translation>{name} hat sich hier an nichts erinnert. Was ein Lauf seine Mitglieder lehrt, wissen sie im nächsten.</translation>
    </message>
    <message>
        <source>Choose a turn to see what its speaker remembered.</source>
        <translation>Wähle einen Beitrag, um zu sehen, woran sich das Mitglied erinnerte.</translation>
    </message>
</context>
<context>
    <name>MendCommands</name>
    <message>
        <source>Copied: {0}</source>
        <translation>Kopiert: {0}</translation>
    </message>
    <message>
        <source>The model is here now.</source>
        <translation>Das Modell ist jetzt da.</translation>
    </message>
</context>
<context>
    <name>Mends</name>
    <message>
        <source>Enter a key…</source>
        <translation>Schlüssel eingeben …</translation>
    </message>
    <message>
        <source>Server…</source>
        <translation>Server …</translation>
    </message>
    <message>
        <source>Model…</source>
        <translation>Modell …</translation>
    </message>
    <message>
        <source>Servers…</source>
        <translation>Server …</translation>
    </message>
    <message>
        <source>Allowed servers…</source>
        <translation>Erlaubte Server …</translation>
    </message>
    <message>
        <source>Raise the limit…</source>
        <translation>Grenze erhöhen …</translation>
    </message>
    <message>
        <source>Fetch the model</source>
        <translation>Modell holen</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Another voice…</source>
        <translation>Andere Stimme …</translation>
    </message>
    <message>
        <source>Fork with changes…</source>
        <translation>Mit Änderungen abzweigen …</translation>
    </message>
    <message>
        <source>Fork here</source>
        <translation>Hier abzweigen</translation>
    </message>
    <message>
        <source>Open the library</source>
        <translation>Bibliothek öffnen</translation>
    </message>
    <message>
        <source>Show the file</source>
        <translation>Datei zeigen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
</context>
<context>
    <name>MenuBar</name>
    <message>
        <source>Menu bar</source>
        <translation>Menüleiste</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
</context>
<context>
    <name>MenuButton</name>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>All menus</source>
        <translation>Alle Menüs</translation>
    </message>
</context>
<context>
    <name>MiniMap</name>
    <message>
        <source>The whole plan</source>
        <translation>Der ganze Plan</translation>
    </message>
    <message>
        <source>Click to go there.</source>
        <translation>Klicken, um dorthin zu gehen.</translation>
    </message>
</context>
<context>
    <name>ModelCommands</name>
    <message>
        <source>Local models</source>
        <translation>Lokale Modelle</translation>
    </message>
    <message>
        <source>Forget {0}?</source>
        <translation>{0} vergessen?</translation>
    </message>
    <message>
        <source>The model is here. How fast it is takes ten seconds to try.</source>
        <translation>Das Modell ist da. Wie schnell es ist, zeigen zehn Sekunden Probe.</translation>
    </message>
    <message>
        <source>Fetching the embedded model: {0}.</source>
        <translation>Das eingebaute Modell wird geladen: {0}.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>The embedded model was not fetched.</source>
        <translation>Das eingebaute Modell wurde nicht geladen.</translation>
    </message>
    <message>
        <source>Delete {0}? It can be fetched again at any time.</source>
        <translation>{0} löschen? Es lässt sich jederzeit wieder holen.</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>Proposed for this machine</source>
        <translation>Vorschlag für diesen Rechner</translation>
    </message>
    <message>
        <source>Is here</source>
        <translation>Ist hier</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Gebrauch</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Too large for this machine&apos;s memory</source>
        <translation>Zu groß für den Speicher dieses Rechners</translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message>
        <source>Local models</source>
        <translation>Lokale Modelle</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>Aus einer Datei …</translation>
    </message>
    <message>
        <source>Model files (*.gguf);;All files (*)</source>
        <translation>Modelldateien (*.gguf);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>Ein Modell hinzufügen</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>NetworkCanvas</name>
    <message>
        <source>Affinity network</source>
        <translation>Affinitätsnetz</translation>
    </message>
    <message>
        <source>Members and how they get on</source>
        <translation>Die Mitglieder und wie sie miteinander auskommen</translation>
    </message>
    <message>
        <source>Who gets on with whom is drawn here. Start a run, or open one.</source>
        <translation>Hier wird gezeichnet, wer mit wem auskommt. Starte einen Lauf oder öffne einen.</translation>
    </message>
    <message>
        <source>One member alone has no relations. Add a second one to the cast.</source>
        <translation>Ein Mitglied allein hat keine Beziehungen. Nimm ein zweites in die Besetzung auf.</translation>
    </message>
    <message>
        <source>All stand as strangers do, at an affinity of 0.50: what changes that becomes a line.</source>
        <translation>Alle stehen wie Fremde, bei einer Affinität von 0,50: Was das ändert, wird zur Linie.</translation>
    </message>
    <message>
        <source>{count} members</source>
        <translation>{count} Mitglieder</translation>
    </message>
    <message>
        <source>Show everybody</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Arrange anew</source>
        <translation>Neu anordnen</translation>
    </message>
    <message>
        <source>{share}% of all words in {turns}</source>
        <translation>{share} % aller Wörter, {turns}</translation>
    </message>
    <message>
        <source>centrality {value}</source>
        <translation>Zentralität {value}</translation>
    </message>
    <message>
        <source>{0} backed {1} ×</source>
        <translation>{0} unterstützte {1} ×</translation>
    </message>
    <message>
        <source>{0} objected {1} ×</source>
        <translation>{0} widersprach {1} ×</translation>
    </message>
    <message>
        <source>{0} asked {1} ×</source>
        <translation>{0} fragte {1} ×</translation>
    </message>
    <message>
        <source>in the selected turns</source>
        <translation>in den gewählten Beiträgen</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>in this run</source>
        <translation>in diesem Lauf</translation>
    </message>
    <message>
        <source>very tense</source>
        <translation>sehr angespannt</translation>
    </message>
    <message>
        <source>tense</source>
        <translation>angespannt</translation>
    </message>
    <message>
        <source>neutral</source>
        <translation>neutral</translation>
    </message>
    <message>
        <source>warm</source>
        <translation>herzlich</translation>
    </message>
    <message>
        <source>very warm</source>
        <translation>sehr herzlich</translation>
    </message>
    <message>
        <source>{first} – {second}: trust {value}, {kind}</source>
        <translation>{first} – {second}: Vertrauen {value}, {kind}</translation>
    </message>
    <message>
        <source>in a community with {names}</source>
        <translation>in einer Gruppe mit {names}</translation>
    </message>
    <message>
        <source>{first} – {second}: affinity {value}, {kind}</source>
        <translation>{first} – {second}: Affinität {value}, {kind}</translation>
    </message>
</context>
<context>
    <name>NewRunDialog</name>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Write a cast; what stands here is kept</source>
        <translation>Eine Besetzung schreiben; was hier steht, bleibt</translation>
    </message>
    <message>
        <source>Cast</source>
        <translation>Besetzung</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Empty: one is drawn from the cast&apos;s own topics</source>
        <translation>Leer: eines aus den Themen der Besetzung</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Put it into the queue: a worker plays it when its turn comes</source>
        <translation>In die Warteschlange stellen: Ein Worker spielt es, wenn es an der Reihe ist</translation>
    </message>
    <message>
        <source>Watch a written one</source>
        <translation>Einen geschriebenen ansehen</translation>
    </message>
    <message>
        <source>Runs of this kind that were written by hand; they need no model</source>
        <translation>Läufe dieser Art, die von Hand geschrieben sind; sie brauchen kein Modell</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Length and money</source>
        <translation>Länge und Kosten</translation>
    </message>
    <message>
        <source>What is sent first</source>
        <translation>Was zuerst gesendet wird</translation>
    </message>
    <message>
        <source>Remembers</source>
        <translation>Erinnert sich an</translation>
    </message>
    <message>
        <source>What this cast&apos;s own talks left</source>
        <translation>Was eigene Gespräche der Besetzung hinterließen</translation>
    </message>
    <message>
        <source>Nothing of earlier runs</source>
        <translation>Nichts aus früheren Läufen</translation>
    </message>
    <message>
        <source>Ids of runs, with commas</source>
        <translation>Kennungen von Läufen, mit Kommas</translation>
    </message>
    <message>
        <source>The cast “{0}” is not here any more: another one is chosen.</source>
        <translation>Die Besetzung „{0}“ gibt es hier nicht mehr: Eine andere ist gewählt.</translation>
    </message>
    <message>
        <source>A topic of your own is for the model.</source>
        <translation>Ein eigenes Thema ist etwas für das Modell.</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>What to put on</source>
        <translation>Was gespielt wird</translation>
    </message>
    <message>
        <source>{0} · your own</source>
        <translation>{0} · deine eigene</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>Raum</translation>
    </message>
    <message>
        <source>Exchange</source>
        <translation>Austausch</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>Mehr …</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>The cast&apos;s</source>
        <translation>Die der Besetzung</translation>
    </message>
    <message>
        <source>drawn within the format&apos;s range</source>
        <translation>gelost im Rahmen des Formats</translation>
    </message>
    <message>
        <source>Empty: by chance</source>
        <translation>Leer: durch Zufall</translation>
    </message>
    <message>
        <source>{0} are chosen; a {1} usually has {2} to {3}.</source>
        <translation>{0} sind gewählt; üblich sind bei „{1}“ {2} bis {3}.</translation>
    </message>
    <message>
        <source>{0} Usually {1} to {2} members and {3} to {4} turns.</source>
        <translation>{0} Üblich sind {1} bis {2} Mitglieder und {3} bis {4} Beiträge.</translation>
    </message>
    <message>
        <source>A roundtable needs at least two members.</source>
        <translation>Eine Runde braucht mindestens zwei Mitglieder.</translation>
    </message>
    <message>
        <source>A roundtable has at most {0} members.</source>
        <translation>Eine Runde hat höchstens {0} Mitglieder.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Next speaker</source>
        <translation>Wer spricht</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Beiträge</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation>Token bis</translation>
    </message>
    <message>
        <source>Most money ($)</source>
        <translation>Geld bis ($)</translation>
    </message>
    <message>
        <source>The interface&apos;s</source>
        <translation>die der Oberfläche</translation>
    </message>
    <message>
        <source>Empty: the game master chooses</source>
        <translation>Leer: Die Spielleitung wählt</translation>
    </message>
    <message>
        <source>One scene: who meets where, about what. What is left open is chosen for you.</source>
        <translation>Eine Szene: wer sich wo trifft, und worüber. Was offen bleibt, wird gewählt.</translation>
    </message>
    <message>
        <source>From arrival to evening: a game master chooses who meets, and people remember it.</source>
        <translation>Vom Ankommen bis zum Abend: Eine Spielleitung wählt, wer sich trifft, und alle erinnern sich daran.</translation>
    </message>
    <message>
        <source>This voice does not speak the story&apos;s language: choose another voice or language.</source>
        <translation>Diese Stimme spricht die Sprache der Geschichte nicht: Wähle eine andere Stimme oder Sprache.</translation>
    </message>
    <message>
        <source>This voice does not speak the language of the talk: choose another voice or language.</source>
        <translation>Diese Stimme spricht die Sprache des Gesprächs nicht: Wähle eine andere Stimme oder Sprache.</translation>
    </message>
    <message>
        <source>A day in the office needs at least two members.</source>
        <translation>Ein Tag im Büro braucht mindestens zwei Mitglieder.</translation>
    </message>
    <message>
        <source>This voice does not speak the cast&apos;s language: choose another voice or cast.</source>
        <translation>Diese Stimme spricht die Sprache der Besetzung nicht: Wähle eine andere Stimme oder Besetzung.</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>Beginnt mit</translation>
    </message>
    <message>
        <source>No greeting: the first line is made up like all others</source>
        <translation>Keine Begrüßung: Der erste Satz entsteht wie alle anderen</translation>
    </message>
</context>
<context>
    <name>NotesPane</name>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
</context>
<context>
    <name>NotesPart</name>
    <message>
        <source>The story so far</source>
        <translation>Was bisher geschah</translation>
    </message>
    <message>
        <source>Go to turn {0}</source>
        <translation>Zu Beitrag {0} gehen</translation>
    </message>
</context>
<context>
    <name>NoticeCard</name>
    <message>
        <source>Close the notice</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
</context>
<context>
    <name>NoticeStack</name>
    <message>
        <source>Notices</source>
        <translation>Meldungen</translation>
    </message>
</context>
<context>
    <name>OrderButton</name>
    <message>
        <source>What is listed</source>
        <translation>Was aufgeführt ist</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>Alle Läufe</translation>
    </message>
    <message>
        <source>Starred</source>
        <translation>Mit Stern</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archiv</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>With the tag</source>
        <translation>Mit dem Schlagwort</translation>
    </message>
    <message>
        <source>Any or none</source>
        <translation>Beliebig oder keins</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>About the member</source>
        <translation>Über das Mitglied</translation>
    </message>
    <message>
        <source>Persona</source>
        <translation>Persona</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>Relations</source>
        <translation>Beziehungen</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Karte</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Open this run · {0}</source>
        <translation>Diesen Lauf öffnen · {0}</translation>
    </message>
    <message>
        <source>All actions</source>
        <translation>Alle Aktionen</translation>
    </message>
    <message>
        <source>What would you like to do? A few letters will do</source>
        <translation>Was möchtest du tun? Ein paar Buchstaben genügen</translation>
    </message>
    <message>
        <source>Search actions and runs</source>
        <translation>Aktionen und Läufe suchen</translation>
    </message>
    <message>
        <source>Actions and runs</source>
        <translation>Aktionen und Läufe</translation>
    </message>
    <message>
        <source>Nothing is called so.</source>
        <translation>Nichts heißt so.</translation>
    </message>
</context>
<context>
    <name>PauseDialog</name>
    <message>
        <source>A run is playing</source>
        <translation>Ein Lauf spielt gerade</translation>
    </message>
    <message>
        <source>“{0}” is playing.</source>
        <translation>„{0}“ spielt gerade.</translation>
    </message>
    <message>
        <source>It is paused when the window closes; open it again to go on.</source>
        <translation>Er wird angehalten, wenn das Fenster schließt; beim nächsten Öffnen geht es weiter.</translation>
    </message>
    <message>
        <source>It is paused when another run is shown; open it in the library to go on.</source>
        <translation>Er wird angehalten, wenn ein anderer Lauf gezeigt wird; aus der Bibliothek geht er weiter.</translation>
    </message>
    <message>
        <source>Pause it and close</source>
        <translation>Anhalten und schließen</translation>
    </message>
    <message>
        <source>Pause it and go there</source>
        <translation>Anhalten und wechseln</translation>
    </message>
    <message>
        <source>Keep watching</source>
        <translation>Weiter zusehen</translation>
    </message>
</context>
<context>
    <name>PayloadPane</name>
    <message>
        <source>Nothing was sent to a voice for this turn. Where a voice speaks, the exact text it was sent is here.</source>
        <translation>Für diesen Beitrag wurde nichts an eine Stimme gesendet. Wo eine Stimme spricht, steht hier genau, was sie bekam.</translation>
    </message>
    <message>
        <source>Whole text</source>
        <translation>Ganzer Text</translation>
    </message>
    <message>
        <source>Unfold every row; a click on a role unfolds one</source>
        <translation>Alle Zeilen aufklappen; ein Klick auf eine Rolle klappt eine auf</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Alles kopieren</translation>
    </message>
    <message>
        <source>Copy the whole payload</source>
        <translation>Alles Gesendete kopieren</translation>
    </message>
    <message>
        <source>For turn {0}, as {1} saw it</source>
        <translation>Für Beitrag {0}, wie {1} es sah</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} Token</translation>
    </message>
    <message>
        <source>cached {0} · {1} %</source>
        <translation>aus dem Cache {0} · {1} %</translation>
    </message>
    <message>
        <source>new {0}</source>
        <translation>neu {0}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>✓ proven</source>
        <translation>✓ bewiesen</translation>
    </message>
    <message>
        <source>Its hash is the one that was logged when it was sent.</source>
        <translation>Die Prüfsumme ist die, die beim Senden aufgezeichnet wurde.</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Nothing was logged of what was sent: this is what it would be today.</source>
        <translation>Was gesendet wurde, ist nicht aufgezeichnet: So sähe es heute aus.</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>nicht gesendet</translation>
    </message>
    <message>
        <source>Nothing was sent: all of the line is the rules&apos;.</source>
        <translation>Es wurde nichts gesendet: Die ganze Zeile stammt von den Regeln.</translation>
    </message>
    <message>
        <source>! differs</source>
        <translation>! weicht ab</translation>
    </message>
    <message>
        <source>Its hash is not the logged one: this is not quite what was sent.</source>
        <translation>Die Prüfsumme ist nicht die aufgezeichnete: Das ist nicht ganz, was gesendet wurde.</translation>
    </message>
</context>
<context>
    <name>PayloadText</name>
    <message>
        <source>What was sent to the voice</source>
        <translation>Was an die Stimme gesendet wurde</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} Token</translation>
    </message>
</context>
<context>
    <name>PeoplePart</name>
    <message>
        <source>Nobody but you.</source>
        <translation>Niemand außer dir.</translation>
    </message>
    <message>
        <source>{0} · talks with you</source>
        <translation>{0} · spricht mit dir</translation>
    </message>
    <message>
        <source>goes with you</source>
        <translation>begleitet dich</translation>
    </message>
    <message>
        <source>Trust {0}: {1}</source>
        <translation>Vertrauen {0}: {1}</translation>
    </message>
    <message>
        <source>Talk</source>
        <translation>Reden</translation>
    </message>
    <message>
        <source>Talk with {0}</source>
        <translation>Mit {0} reden</translation>
    </message>
    <message>
        <source>Who is here</source>
        <translation>Wer da ist</translation>
    </message>
    <message>
        <source>Say goodbye</source>
        <translation>Verabschieden</translation>
    </message>
    <message>
        <source>Say goodbye to {0}</source>
        <translation>Von {0} verabschieden</translation>
    </message>
    <message>
        <source>Ask to stay</source>
        <translation>Zum Bleiben bitten</translation>
    </message>
    <message>
        <source>Ask {0} to stay</source>
        <translation>{0} zum Bleiben bitten</translation>
    </message>
    <message>
        <source>Ask along</source>
        <translation>Mitnehmen</translation>
    </message>
    <message>
        <source>Ask {0} to go with you</source>
        <translation>{0} bitten, mitzukommen</translation>
    </message>
</context>
<context>
    <name>PersonaFiles</name>
    <message>
        <source>Import a persona</source>
        <translation>Persona einlesen</translation>
    </message>
    <message>
        <source>Personas and cards (*.toml *.png *.json *.charx);;All files (*)</source>
        <translation>Personas und Karten (*.toml *.png *.json *.charx);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Persona file (*.toml)</source>
        <translation>Persona-Datei (*.toml)</translation>
    </message>
    <message>
        <source>Character card</source>
        <translation>Figurenkarte</translation>
    </message>
    <message>
        <source>Export the persona</source>
        <translation>Persona sichern</translation>
    </message>
</context>
<context>
    <name>PersonaPage</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>made from the name</source>
        <translation>wird aus dem Namen gemacht</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>what they do here</source>
        <translation>was sie hier tun</translation>
    </message>
    <message>
        <source>Automatic: one that is free</source>
        <translation>Von selbst: eine freie</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Kern</translation>
    </message>
    <message>
        <source>who they are, spoken to as &apos;you&apos;</source>
        <translation>wer sie sind, mit „du“ angesprochen</translation>
    </message>
    <message>
        <source>Biography</source>
        <translation>Lebenslauf</translation>
    </message>
    <message>
        <source>Personality</source>
        <translation>Wesen</translation>
    </message>
    <message>
        <source>Working style</source>
        <translation>Arbeitsweise</translation>
    </message>
    <message>
        <source>Tone</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>dry, warm, in a hurry …</source>
        <translation>trocken, warm, in Eile …</translation>
    </message>
    <message>
        <source>Quirk</source>
        <translation>Eigenart</translation>
    </message>
    <message>
        <source>what they do again and again</source>
        <translation>was sie immer wieder tun</translation>
    </message>
    <message>
        <source>Private life</source>
        <translation>Privates</translation>
    </message>
    <message>
        <source>Favourite games</source>
        <translation>Lieblingsspiele</translation>
    </message>
    <message>
        <source>one a line</source>
        <translation>eines je Zeile</translation>
    </message>
    <message>
        <source>Signature lines</source>
        <translation>Typische Sätze</translation>
    </message>
    <message>
        <source>one a line, as they would say it</source>
        <translation>einer je Zeile, so wie sie es sagen würden</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>a server of tools, one tool of it (files.read_file), a function</source>
        <translation>ein Server mit Werkzeugen, eines davon (files.read_file), eine Funktion</translation>
    </message>
    <message>
        <source>Directive</source>
        <translation>Anweisung</translation>
    </message>
    <message>
        <source>anything else the voice should be told</source>
        <translation>was die Stimme sonst wissen soll</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>Face</source>
        <translation>Gesicht</translation>
    </message>
    <message>
        <source>Pronouns</source>
        <translation>Pronomen</translation>
    </message>
    <message>
        <source>Coordinator</source>
        <translation>Koordiniert</translation>
    </message>
    <message>
        <source>Opens the formats that are opened by a coordinator, such as a standup.</source>
        <translation>Eröffnet die Formate, die jemand Koordinierendes eröffnet, etwa ein Standup.</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Letter</source>
        <translation>Buchstabe</translation>
    </message>
    <message>
        <source>the name&apos;s first</source>
        <translation>der erste des Namens</translation>
    </message>
</context>
<context>
    <name>PictureView</name>
    <message>
        <source>Plots of the experiment</source>
        <translation>Diagramme des Versuchs</translation>
    </message>
</context>
<context>
    <name>PlacePart</name>
    <message>
        <source>Ways from here</source>
        <translation>Wege von hier</translation>
    </message>
    <message>
        <source>Go: {0}</source>
        <translation>Gehen: {0}</translation>
    </message>
</context>
<context>
    <name>PlanCanvas</name>
    <message>
        <source>{clock} · no scene</source>
        <translation>{clock} · keine Szene</translation>
    </message>
    <message>
        <source>{room} · {count} present</source>
        <translation>{room} · {count} anwesend</translation>
    </message>
    <message>
        <source>{count} at their desks</source>
        <translation>{count} am Schreibtisch</translation>
    </message>
    <message>
        <source>{name} is speaking</source>
        <translation>{name} spricht</translation>
    </message>
    <message>
        <source>Thinking: {names}</source>
        <translation>Überlegen: {names}</translation>
    </message>
    <message>
        <source>At {name}</source>
        <translation>Ort: {name}</translation>
    </message>
    <message>
        <source>done: {task}</source>
        <translation>fertig: {task}</translation>
    </message>
    <message>
        <source>Nobody is here yet. Start or open a run, and its members take their places.</source>
        <translation>Noch ist niemand hier. Starte oder öffne einen Lauf, und die Mitglieder nehmen Platz.</translation>
    </message>
    <message>
        <source>Scene {number} · {what} · {clock}</source>
        <translation>Szene {number} · {what} · {clock}</translation>
    </message>
    <message>
        <source>A story has no floor plan: where everybody is stands in the Story panel.</source>
        <translation>Eine Geschichte hat keinen Grundriss: Wo alle sind, steht im Bereich Geschichte.</translation>
    </message>
    <message>
        <source>to {name}</source>
        <translation>an {name}</translation>
    </message>
</context>
<context>
    <name>PlanControls</name>
    <message>
        <source>Light</source>
        <translation>Licht</translation>
    </message>
    <message>
        <source>Trails</source>
        <translation>Wege</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>Aufenthalt</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Moods</source>
        <translation>Stimmung</translation>
    </message>
    <message>
        <source>Light by the hour of the office&apos;s clock. Off: always day.</source>
        <translation>Licht nach der Bürouhr. Aus: immer Tag.</translation>
    </message>
    <message>
        <source>The ways by which everybody came to the last scene.</source>
        <translation>Auf welchen Wegen alle zur letzten Szene kamen.</translation>
    </message>
    <message>
        <source>How long people were in each room today, all added up.</source>
        <translation>Wie lange heute Leute in jedem Raum waren, alle zusammengezählt.</translation>
    </message>
    <message>
        <source>What everybody is doing, under their name.</source>
        <translation>Woran alle gerade arbeiten, unter ihrem Namen.</translation>
    </message>
    <message>
        <source>How everybody feels, on their head.</source>
        <translation>Wie sich alle fühlen, am Kopf.</translation>
    </message>
    <message>
        <source>Stays in the room</source>
        <translation>Bleibt im Raum</translation>
    </message>
    <message>
        <source>Follows the talk</source>
        <translation>Folgt dem Gespräch</translation>
    </message>
    <message>
        <source>Whole plan</source>
        <translation>Ganzer Plan</translation>
    </message>
    <message>
        <source>Stays here</source>
        <translation>Bleibt hier</translation>
    </message>
    <message>
        <source>{what} · {factor}×</source>
        <translation>{what} · {factor}×</translation>
    </message>
    <message>
        <source>Show the whole plan (F).</source>
        <translation>Den ganzen Plan zeigen (F).</translation>
    </message>
    <message>
        <source>Follow the talk (Z).</source>
        <translation>Dem Gespräch folgen (Z).</translation>
    </message>
</context>
<context>
    <name>PolicyDialog</name>
    <message>
        <source>Who speaks next</source>
        <translation>Wer als Nächstes spricht</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Next speaker</source>
        <translation>Wer als Nächstes spricht</translation>
    </message>
    <message>
        <source>From the next turn on</source>
        <translation>Ab dem nächsten Beitrag</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Nothing is sent before you act.</source>
        <translation>Nichts wird gesendet, bevor du handelst.</translation>
    </message>
    <message>
        <source>as long as it takes</source>
        <translation>so lange es dauert</translation>
    </message>
    <message>
        <source>about {0} at this speed</source>
        <translation>etwa {0} in diesem Tempo</translation>
    </message>
    <message>
        <source>free: the lines are rehearsed</source>
        <translation>kostenlos: Die Zeilen sind geprobt</translation>
    </message>
    <message>
        <source>at most about {0} tokens and {1} $</source>
        <translation>höchstens etwa {0} Token und {1} $</translation>
    </message>
    <message>
        <source>a turn: at most about {0} tokens and {1} $</source>
        <translation>je Beitrag höchstens etwa {0} Token und {1} $</translation>
    </message>
    <message>
        <source>free: it runs on this machine</source>
        <translation>kostenlos: Es läuft auf diesem Rechner</translation>
    </message>
    <message>
        <source>at most about {0} tokens; what they cost is not known here</source>
        <translation>höchstens etwa {0} Token; was sie kosten, ist hier nicht bekannt</translation>
    </message>
</context>
<context>
    <name>QuestsPart</name>
    <message>
        <source>Quests</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erfüllt</translation>
    </message>
</context>
<context>
    <name>QueueCommands</name>
    <message>
        <source>The job “{0}” is parked.</source>
        <translation>Der Auftrag „{0}“ ist zurückgestellt.</translation>
    </message>
    <message>
        <source>{0} jobs are parked.</source>
        <translation>{0} Aufträge sind zurückgestellt.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>{0} jobs were cancelled.</source>
        <translation>{0} Aufträge wurden abgesagt.</translation>
    </message>
    <message>
        <source>The job was cancelled.</source>
        <translation>Der Auftrag wurde abgesagt.</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>The job waits again.</source>
        <translation>Der Auftrag wartet wieder.</translation>
    </message>
    <message>
        <source>{0} jobs wait again.</source>
        <translation>{0} Aufträge warten wieder.</translation>
    </message>
    <message>
        <source>A job of the queue</source>
        <translation>Ein Auftrag der Warteschlange</translation>
    </message>
    <message>
        <source>Jobs of the queue</source>
        <translation>Aufträge der Warteschlange</translation>
    </message>
    <message>
        <source>Start a worker</source>
        <translation>Worker starten</translation>
    </message>
    <message>
        <source>“{0}” is in the queue.</source>
        <translation>„{0}“ steht in der Warteschlange.</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>What it had begun is gone on with from where its logs stand.</source>
        <translation>Was er begonnen hatte, geht von dort weiter, wo seine Protokolle stehen.</translation>
    </message>
</context>
<context>
    <name>QueueView</name>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Ask for a run…</source>
        <translation>Einen Lauf vormerken …</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Reading the queue …</source>
        <translation>Die Warteschlange wird gelesen …</translation>
    </message>
    <message>
        <source>No worker in this window.</source>
        <translation>Kein Worker in diesem Fenster.</translation>
    </message>
    <message>
        <source>Drop the replies</source>
        <translation>Antworten abbrechen</translation>
    </message>
    <message>
        <source>Runs that are to be played later stand here: “Later” in a new run, a schedule or “parley queue add” puts them in. A worker plays them one after the other, here or without a window (“parley worker”).</source>
        <translation>Hier stehen Läufe, die später gespielt werden sollen: „Später“ in einem neuen Lauf, ein Tagesplan oder „parley queue add“ stellt sie hinein. Ein Worker spielt sie einen nach dem anderen, hier oder ohne Fenster („parley worker“).</translation>
    </message>
    <message>
        <source>Stop the worker</source>
        <translation>Worker anhalten</translation>
    </message>
    <message>
        <source>Start a worker</source>
        <translation>Worker starten</translation>
    </message>
    <message>
        <source>Plays the jobs of the queue while this window is open</source>
        <translation>Spielt die Aufträge der Warteschlange, solange dieses Fenster offen ist</translation>
    </message>
    <message>
        <source>Replies under way are finished; a job that was begun is gone on with later</source>
        <translation>Antworten, die unterwegs sind, werden beendet; ein begonnener Auftrag wird später fortgesetzt</translation>
    </message>
    <message>
        <source>The worker is starting …</source>
        <translation>Der Worker startet …</translation>
    </message>
    <message>
        <source>{0} under way</source>
        <translation>{0} unterwegs</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>{0} finished</source>
        <translation>{0} erledigt</translation>
    </message>
    <message>
        <source>{0} turns</source>
        <translation>{0} Beiträge</translation>
    </message>
    <message>
        <source>ends when the replies under way are whole</source>
        <translation>endet, wenn die Antworten vollständig sind</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Rail</source>
        <translation>Leiste</translation>
    </message>
    <message>
        <source>TALK</source>
        <translation>REDE</translation>
    </message>
</context>
<context>
    <name>Ranking</name>
    <message>
        <source>Candidate scenes</source>
        <translation>Mögliche Szenen</translation>
    </message>
    <message>
        <source>score {value}</source>
        <translation>Wert {value}</translation>
    </message>
</context>
<context>
    <name>RawPane</name>
    <message>
        <source>Raw events of the turn</source>
        <translation>Rohe Ereignisse des Beitrags</translation>
    </message>
    <message>
        <source>Once something happened, its events stand here as they are in the log.</source>
        <translation>Sobald etwas geschehen ist, stehen hier die Ereignisse, wie sie im Protokoll sind.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the raw events</source>
        <translation>Rohe Ereignisse kopieren</translation>
    </message>
</context>
<context>
    <name>RelationRow</name>
    <message>
        <source>Affinity to {0}</source>
        <translation>Affinität zu {0}</translation>
    </message>
    <message>
        <source>Note on {0}</source>
        <translation>Notiz zu {0}</translation>
    </message>
    <message>
        <source>what they think of {0}</source>
        <translation>was sie von {0} halten</translation>
    </message>
    <message>
        <source>Forget what they think of {0}</source>
        <translation>Vergessen, was sie von {0} halten</translation>
    </message>
    <message>
        <source>in return {0}</source>
        <translation>umgekehrt {0}</translation>
    </message>
</context>
<context>
    <name>RelationsPage</name>
    <message>
        <source>What {0} thinks of the others, from 0.10 (tense) to 0.95 (close). Where the two of a pair differ, the mean counts; where neither says anything, 0.50.</source>
        <translation>Was {0} von den anderen hält, von 0,10 (gespannt) bis 0,95 (nah). Sind zwei verschiedener Meinung, zählt das Mittel; sagt niemand etwas, 0,50.</translation>
    </message>
    <message>
        <source>{0} is alone in this cast. Add colleagues.</source>
        <translation>{0} ist allein in dieser Besetzung. Füge Leute hinzu.</translation>
    </message>
</context>
<context>
    <name>RelationsPane</name>
    <message>
        <source>Choose a turn of a member to see how they stand with the others.</source>
        <translation>Wähle den Beitrag eines Mitglieds, um zu sehen, wie es zu den anderen steht.</translation>
    </message>
    <message>
        <source>feels {to} · gets back {back}</source>
        <translation>fühlt {to} · bekommt {back}</translation>
    </message>
    <message>
        <source>Trust is between the player and the characters: {name} has no part in it.</source>
        <translation>Vertrauen besteht zwischen dir und den Figuren der Geschichte: {name} ist daran nicht beteiligt.</translation>
    </message>
    <message>
        <source>Trust in the story: tense ← 0 → warm</source>
        <translation>Vertrauen in der Geschichte: gespannt ← 0 → warm</translation>
    </message>
    <message>
        <source>How {name} gets on with the others: tense ← 0.50 → warm</source>
        <translation>Wie {name} mit den anderen auskommt: angespannt ← 0,50 → herzlich</translation>
    </message>
</context>
<context>
    <name>RowMenu</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy {count} lines</source>
        <translation>{count} Zeilen kopieren</translation>
    </message>
    <message>
        <source>Fold thoughts</source>
        <translation>Gedanken zuklappen</translation>
    </message>
    <message>
        <source>Unfold thoughts</source>
        <translation>Gedanken aufklappen</translation>
    </message>
    <message>
        <source>Fold the summary</source>
        <translation>Zusammenfassung zuklappen</translation>
    </message>
    <message>
        <source>Unfold the summary</source>
        <translation>Zusammenfassung aufklappen</translation>
    </message>
    <message>
        <source>Fold the result</source>
        <translation>Ergebnis einklappen</translation>
    </message>
    <message>
        <source>Unfold the result</source>
        <translation>Ergebnis ausklappen</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Remove bookmark</source>
        <translation>Lesezeichen entfernen</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen setzen</translation>
    </message>
    <message>
        <source>Edit and fork…</source>
        <translation>Ändern und abzweigen …</translation>
    </message>
    <message>
        <source>Fork here</source>
        <translation>Hier abzweigen</translation>
    </message>
    <message>
        <source>Retry this turn</source>
        <translation>Diesen Beitrag wiederholen</translation>
    </message>
    <message>
        <source>Say it another way</source>
        <translation>Anders sagen</translation>
    </message>
    <message>
        <source>What if: draw this turn again</source>
        <translation>Was wäre, wenn: diesen Beitrag neu ziehen</translation>
    </message>
</context>
<context>
    <name>RowWording</name>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Game master</source>
        <translation>Spielleitung</translation>
    </message>
    <message>
        <source>puts the lines in order …</source>
        <translation>ordnet die Zeilen …</translation>
    </message>
    <message>
        <source>is thinking …</source>
        <translation>denkt nach …</translation>
    </message>
    <message>
        <source>are thinking …</source>
        <translation>überlegen …</translation>
    </message>
    <message>
        <source>Director</source>
        <translation>Regie</translation>
    </message>
    <message>
        <source>New topic</source>
        <translation>Neues Thema</translation>
    </message>
    <message>
        <source>one member</source>
        <translation>ein Mitglied</translation>
    </message>
    <message>
        <source>Whisper to {names}</source>
        <translation>Geflüstert an {names}</translation>
    </message>
    <message>
        <source>{name} could not speak</source>
        <translation>{name} konnte nicht sprechen</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>End of scene {number}</source>
        <translation>Ende von Szene {number}</translation>
    </message>
    <message>
        <source>{name} as {character}</source>
        <translation>{name} als {character}</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>Werkzeugaufruf</translation>
    </message>
    <message>
        <source>Refused tool call</source>
        <translation>Abgelehnter Werkzeugaufruf</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Told to one side</source>
        <translation>Einer Seite gesagt</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Convergence</source>
        <translation>Konvergenz</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} Token</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>came so far: “{words}”</source>
        <translation>bis dahin kam: „{words}“</translation>
    </message>
    <message>
        <source>cut off: “{words}”</source>
        <translation>abgeschnitten: „{words}“</translation>
    </message>
    <message>
        <source>Scene {number} · {type} · {room} · {clock}</source>
        <translation>Szene {number} · {type} · {room} · {clock}</translation>
    </message>
    <message>
        <source>Turn {number}: {text}</source>
        <translation>Beitrag {number}: {text}</translation>
    </message>
    <message>
        <source>{name}, turn {number}</source>
        <translation>{name}, Beitrag {number}</translation>
    </message>
    <message>
        <source>scene {number}</source>
        <translation>Szene {number}</translation>
    </message>
    <message>
        <source>mood: {mood}</source>
        <translation>Stimmung: {mood}</translation>
    </message>
    <message>
        <source>not translated</source>
        <translation>nicht übersetzt</translation>
    </message>
    <message>
        <source>opens</source>
        <translation>eröffnet</translation>
    </message>
    <message>
        <source>closes</source>
        <translation>schließt</translation>
    </message>
    <message>
        <source>asks</source>
        <translation>fragt</translation>
    </message>
    <message>
        <source>written by the director</source>
        <translation>von der Regie geschrieben</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>hidden from the models</source>
        <translation>vor den Modellen verborgen</translation>
    </message>
    <message>
        <source>to {names} only</source>
        <translation>nur an {names}</translation>
    </message>
    <message>
        <source>from the script</source>
        <translation>aus dem Drehbuch</translation>
    </message>
    <message>
        <source>drawn by chance</source>
        <translation>ausgelost</translation>
    </message>
    <message>
        <source>by the rules</source>
        <translation>nach den Regeln</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>result: {size} bytes, {seconds} s</source>
        <translation>Ergebnis: {size} Bytes, {seconds} s</translation>
    </message>
    <message>
        <source>thought</source>
        <translation>Gedanke</translation>
    </message>
    <message>
        <source>{count} thoughts</source>
        <translation>{count} Gedanken</translation>
    </message>
</context>
<context>
    <name>RunDelegate</name>
    <message>
        <source>Story</source>
        <translation>Geschichte</translation>
    </message>
    <message>
        <source>Stories</source>
        <translation>Geschichten</translation>
    </message>
    <message>
        <source>Dialogue</source>
        <translation>Dialog</translation>
    </message>
    <message>
        <source>Dialogues</source>
        <translation>Dialoge</translation>
    </message>
    <message>
        <source>Duologue</source>
        <translation>Duolog</translation>
    </message>
    <message>
        <source>Duologues</source>
        <translation>Duologe</translation>
    </message>
    <message>
        <source>from turn {0}</source>
        <translation>ab Beitrag {0}</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>An example</source>
        <translation>Ein Beispiel</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>Round tables</source>
        <translation>Runden</translation>
    </message>
</context>
<context>
    <name>RunExportDialog</name>
    <message>
        <source>Seen by</source>
        <translation>Gesehen von</translation>
    </message>
    <message>
        <source>Whoever speaks</source>
        <translation>Wer spricht</translation>
    </message>
</context>
<context>
    <name>RunMenu</name>
    <message>
        <source>Put back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>Endgültig löschen …</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Compare with the open run…</source>
        <translation>Mit dem offenen Lauf vergleichen …</translation>
    </message>
    <message>
        <source>Run it again with another seed</source>
        <translation>Noch einmal mit anderem Startwert</translation>
    </message>
    <message>
        <source>Run it again with…</source>
        <translation>Noch einmal mit …</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Take the star off</source>
        <translation>Stern abnehmen</translation>
    </message>
    <message>
        <source>Star</source>
        <translation>Stern</translation>
    </message>
    <message>
        <source>Bring back from the archive</source>
        <translation>Aus dem Archiv zurückholen</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Copy the run&apos;s id</source>
        <translation>Kennung des Laufs kopieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>RunModel</name>
    <message>
        <source>{0} (turn {1})</source>
        <translation>{0} (Beitrag {1})</translation>
    </message>
    <message>
        <source>main</source>
        <translation>Hauptzweig</translation>
    </message>
    <message>
        <source>{0} of {1} tokens</source>
        <translation>{0} von {1} Token</translation>
    </message>
    <message>
        <source>Your turn</source>
        <translation>Du bist dran</translation>
    </message>
    <message>
        <source>Paused: {0}</source>
        <translation>Angehalten: {0}</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Paused at a breakpoint: {0}</source>
        <translation>Angehalten an einem Haltepunkt: {0}</translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message>
        <source>written by hand</source>
        <translation>von Hand geschrieben</translation>
    </message>
    <message>
        <source>rehearsal: stage directions</source>
        <translation>Probe: Regieanweisungen</translation>
    </message>
</context>
<context>
    <name>RunsList</name>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>Name des Laufs</translation>
    </message>
</context>
<context>
    <name>Scene</name>
    <message>
        <source>Day {0}</source>
        <translation>Tag {0}</translation>
    </message>
    <message>
        <source>ddd d MMMM yyyy</source>
        <translation>ddd, d. MMMM yyyy</translation>
    </message>
    <message>
        <source>Day {0}, {1}</source>
        <translation>Tag {0}, {1}</translation>
    </message>
    <message>
        <source>This run has no scenes, and so nobody chooses any.</source>
        <translation>Dieser Lauf hat keine Szenen, also wählt niemand welche.</translation>
    </message>
    <message>
        <source>No scene was chosen yet. The candidates of the first one will stand here.</source>
        <translation>Noch wurde keine Szene gewählt. Hier stehen dann die Möglichkeiten der ersten.</translation>
    </message>
    <message>
        <source>This run has no scenes, and so it has no logbook.</source>
        <translation>Dieser Lauf hat keine Szenen und deshalb kein Logbuch.</translation>
    </message>
    <message>
        <source>Nothing has happened yet. Every scene gets a page here.</source>
        <translation>Noch ist nichts geschehen. Jede Szene bekommt hier eine Seite.</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beides</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>as it fits</source>
        <translation>wie es passt</translation>
    </message>
    <message>
        <source>by the scene&apos;s importance</source>
        <translation>nach der Bedeutung der Szene</translation>
    </message>
</context>
<context>
    <name>SceneCommands</name>
    <message>
        <source>Day {0} is over.</source>
        <translation>Tag {0} ist vorbei.</translation>
    </message>
    <message>
        <source>Scene {0} is over.</source>
        <translation>Szene {0} ist vorbei.</translation>
    </message>
    <message>
        <source>Scene {0} is not wholly translated ({1}).</source>
        <translation>Szene {0} ist nicht ganz übersetzt ({1}).</translation>
    </message>
    <message>
        <source>Day {0} begins.</source>
        <translation>Tag {0} beginnt.</translation>
    </message>
    <message>
        <source>Intervene</source>
        <translation>Eingreifen</translation>
    </message>
    <message>
        <source>Everybody in the scene hears it:</source>
        <translation>Alle in der Szene hören es:</translation>
    </message>
    <message>
        <source>The next scene is left out.</source>
        <translation>Die nächste Szene fällt aus.</translation>
    </message>
    <message>
        <source>The next scene is left out: press Continue.</source>
        <translation>Die nächste Szene fällt aus: Drück auf Weiter.</translation>
    </message>
    <message>
        <source>Scenes follow each other now.</source>
        <translation>Szenen folgen jetzt aufeinander.</translation>
    </message>
    <message>
        <source>The run stands after every scene now.</source>
        <translation>Der Lauf hält jetzt nach jeder Szene.</translation>
    </message>
    <message>
        <source>Autopilot</source>
        <translation>Autopilot</translation>
    </message>
    <message>
        <source>For how many days, today included?</source>
        <translation>Für wie viele Tage, heute mitgezählt?</translation>
    </message>
    <message>
        <source>It comes next.</source>
        <translation>Sie kommt als Nächstes.</translation>
    </message>
    <message>
        <source>It comes next: press Continue.</source>
        <translation>Sie kommt als Nächstes: Drück auf Weiter.</translation>
    </message>
</context>
<context>
    <name>SceneFields</name>
    <message>
        <source>where it fits</source>
        <translation>wo es passt</translation>
    </message>
    <message>
        <source>A scene needs at least two members. Choose none to leave it to the game master.</source>
        <translation>Eine Szene braucht mindestens zwei Mitglieder. Wähle niemanden, dann entscheidet die Spielleitung.</translation>
    </message>
    <message>
        <source>An encounter is of two or three: choose a meeting for more.</source>
        <translation>Eine Begegnung ist zu zweit oder zu dritt: Für mehr wähle eine Besprechung.</translation>
    </message>
</context>
<context>
    <name>ScenePane</name>
    <message>
        <source>Weaves that could not be used</source>
        <translation>Verwebungen, die nicht zu gebrauchen waren</translation>
    </message>
    <message>
        <source>Scene {number} · {type} · {clock}</source>
        <translation>Szene {number} · {type} · {clock}</translation>
    </message>
    <message>
        <source>{name} at this turn</source>
        <translation>{name} bei diesem Beitrag</translation>
    </message>
</context>
<context>
    <name>SceneStrip</name>
    <message>
        <source>Scenes of the day</source>
        <translation>Szenen des Tages</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>läuft gerade</translation>
    </message>
    <message>
        <source>on the agenda</source>
        <translation>auf der Tagesordnung</translation>
    </message>
    <message>
        <source>Left out because of this: {0}</source>
        <translation>Entfällt deswegen: {0}</translation>
    </message>
    <message>
        <source>New because of this: {0}</source>
        <translation>Neu deswegen: {0}</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
<context>
    <name>Schedule</name>
    <message>
        <source>fired</source>
        <translation>fand statt</translation>
    </message>
    <message>
        <source>did not fire</source>
        <translation>fiel aus</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>verpasst</translation>
    </message>
    <message>
        <source>will fire</source>
        <translation>findet statt</translation>
    </message>
    <message>
        <source>will not fire</source>
        <translation>fällt aus</translation>
    </message>
    <message>
        <source>The schedule was not at work.</source>
        <translation>Der Tagesplan lief nicht.</translation>
    </message>
    <message>
        <source>The machine slept.</source>
        <translation>Der Rechner schlief.</translation>
    </message>
    <message>
        <source>A run of the cast was still going on.</source>
        <translation>Ein Lauf der Besetzung war noch nicht zu Ende.</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{weekday}, {day} {month} {year}</source>
        <translation>{weekday}, {day}. {month} {year}</translation>
    </message>
</context>
<context>
    <name>ScheduleCommands</name>
    <message>
        <source>Start again</source>
        <translation>Neu starten</translation>
    </message>
</context>
<context>
    <name>ScheduleView</name>
    <message>
        <source>Schedule</source>
        <translation>Tagesplan</translation>
    </message>
    <message>
        <source>The day before</source>
        <translation>Einen Tag zurück</translation>
    </message>
    <message>
        <source>The day after</source>
        <translation>Einen Tag vor</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Follow the clock</source>
        <translation>Der Uhr folgen</translation>
    </message>
    <message>
        <source>Plays the schedule by the real clock as long as this window is open, through the queue.</source>
        <translation>Spielt den Tagesplan nach der echten Uhr über die Warteschlange, solange dieses Fenster offen ist.</translation>
    </message>
    <message>
        <source>The schedule is being read …</source>
        <translation>Der Tagesplan wird gelesen …</translation>
    </message>
    <message>
        <source>Stops when the reply under way is whole.</source>
        <translation>Hält an, sobald die laufende Antwort fertig ist.</translation>
    </message>
    <message>
        <source>On: “{0}” is played.</source>
        <translation>Ein: „{0}“ wird gespielt.</translation>
    </message>
    <message>
        <source>On. Next: {0}</source>
        <translation>Ein. Als Nächstes: {0}</translation>
    </message>
    <message>
        <source>Off: nothing is played by itself.</source>
        <translation>Aus: Von allein wird nichts gespielt.</translation>
    </message>
</context>
<context>
    <name>ScoreSurface</name>
    <message>
        <source>Speaker flow: who spoke when</source>
        <translation>Redefluss: wer wann sprach</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>gezogen</translation>
    </message>
    <message>
        <source>Who speaks when is drawn here, a lane for each member. Start a run, or open one.</source>
        <translation>Hier wird gezeichnet, wer wann spricht, eine Bahn je Mitglied. Starte einen Lauf oder öffne einen.</translation>
    </message>
    <message>
        <source>Each turn appears here as soon as it was said, on its member&apos;s lane.</source>
        <translation>Jeder Beitrag erscheint hier, sobald er gesagt ist, auf der Bahn seines Mitglieds.</translation>
    </message>
    <message>
        <source>Before the first turn</source>
        <translation>Vor dem ersten Beitrag</translation>
    </message>
    <message>
        <source>Select turn {0}</source>
        <translation>Beitrag {0} wählen</translation>
    </message>
    <message>
        <source>Fork at the end of the selection</source>
        <translation>Am Ende der Auswahl abzweigen</translation>
    </message>
    <message>
        <source>Compare the selected turns…</source>
        <translation>Gewählte Beiträge vergleichen…</translation>
    </message>
    <message>
        <source>Follow the run</source>
        <translation>Dem Lauf folgen</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>Ganzen Lauf zeigen</translation>
    </message>
    <message>
        <source>Select all turns</source>
        <translation>Alle Beiträge wählen</translation>
    </message>
    <message>
        <source>Select nothing</source>
        <translation>Nichts wählen</translation>
    </message>
</context>
<context>
    <name>SearchBar</name>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>Voriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>kein Treffer</translation>
    </message>
    <message>
        <source>searching …</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>{at} of {count} lines</source>
        <translation>{at} von {count} Zeilen</translation>
    </message>
</context>
<context>
    <name>SentenceDialog</name>
    <message>
        <source>A cast from a sentence</source>
        <translation>Eine Besetzung aus einem Satz</translation>
    </message>
    <message>
        <source>six people of a night ward, two of whom cannot stand each other</source>
        <translation>sechs Leute einer Nachtstation, von denen zwei einander nicht ausstehen können</translation>
    </message>
    <message>
        <source>Who they are</source>
        <translation>Wer sie sind</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>Geschrieben von</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>as the sentence says</source>
        <translation>wie der Satz sagt</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>The draft is shown in the editor, member by member. It is saved when you say so.</source>
        <translation>Der Entwurf steht dann im Editor, Mitglied für Mitglied. Gespeichert wird er, wenn du es sagst.</translation>
    </message>
    <message>
        <source>Write it</source>
        <translation>Schreiben</translation>
    </message>
</context>
<context>
    <name>ServersPage</name>
    <message>
        <source>Key in the environment: {0}</source>
        <translation>Schlüssel in der Umgebung: {0}</translation>
    </message>
    <message>
        <source>Key in the system&apos;s keyring</source>
        <translation>Schlüssel im Schlüsselbund des Systems</translation>
    </message>
    <message>
        <source>No key; or {0} in the environment</source>
        <translation>Kein Schlüssel; oder {0} in der Umgebung</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} Token</translation>
    </message>
    <message>
        <source>{0} in, {1} out</source>
        <translation>{0} ein, {1} aus</translation>
    </message>
    <message>
        <source>free</source>
        <translation>kostenlos</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>No server has a name here yet. Add one, or look for Ollama, LM Studio, llama.cpp and vLLM on this machine: any member can speak through any of them.</source>
        <translation>Noch hat kein Server hier einen Namen. Füge einen hinzu, oder suche Ollama, LM Studio, llama.cpp und vLLM auf diesem Rechner: Jedes Mitglied kann durch jeden davon sprechen.</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Look on this machine</source>
        <translation>Auf diesem Rechner suchen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>None runs at its usual port.</source>
        <translation>An den üblichen Ports läuft keiner.</translation>
    </message>
    <message>
        <source>Found on this machine: {0}.</source>
        <translation>Auf diesem Rechner gefunden: {0}.</translation>
    </message>
    <message>
        <source>Small letters and digits. Its voice and its key are called so.</source>
        <translation>Kleinbuchstaben und Ziffern. So heißen Stimme und Schlüssel.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>as its list names it</source>
        <translation>wie seine Liste ihn nennt</translation>
    </message>
    <message>
        <source>On</source>
        <translation>An</translation>
    </message>
    <message>
        <source>as it says</source>
        <translation>wie er sagt</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Paste a key, where it wants one</source>
        <translation>Schlüssel einfügen, wo er einen will</translation>
    </message>
    <message>
        <source>Keep key</source>
        <translation>Aufbewahren</translation>
    </message>
    <message>
        <source>Forget key</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Asks a short question; at a server that costs money, a fraction of a cent.</source>
        <translation>Stellt eine kurze Frage; bei einem Server, der Geld kostet, für den Bruchteil eines Cents.</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>Ein anderer Server</translation>
    </message>
    <message>
        <source>Another server…</source>
        <translation>Ein anderer Server …</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>Testet …</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>This is a fork of turn {0}. Press Play to go on from here.</source>
        <translation>Dies ist ein Abzweig von Beitrag {0}. Drücke auf Spielen, um von hier weiterzumachen.</translation>
    </message>
    <message>
        <source>The run that it comes from was paused.</source>
        <translation>Der Lauf, von dem er abzweigt, wurde angehalten.</translation>
    </message>
    <message>
        <source>Put something in first: of itself a rehearsal goes the same way again.</source>
        <translation>Wirf erst etwas ein: Von selbst geht eine Probe wieder denselben Weg.</translation>
    </message>
    <message>
        <source>No run is open.</source>
        <translation>Kein Lauf ist geöffnet.</translation>
    </message>
    <message>
        <source>The run that failed before its first turn was moved to the trash. Nothing was paid.</source>
        <translation>Der Lauf, der vor seinem ersten Beitrag scheiterte, liegt jetzt im Papierkorb. Bezahlt wurde nichts.</translation>
    </message>
</context>
<context>
    <name>SettingsCommands</name>
    <message>
        <source>the environment</source>
        <translation>der Umgebung</translation>
    </message>
    <message>
        <source>the system&apos;s keyring</source>
        <translation>dem Schlüsselbund des Systems</translation>
    </message>
    <message>
        <source>There is a key in {0}.</source>
        <translation>Es gibt einen Schlüssel in {0}.</translation>
    </message>
    <message>
        <source>There is no key. It is kept in the system&apos;s keyring, never in a file of ours.</source>
        <translation>Es gibt keinen Schlüssel. Er kommt in den Schlüsselbund des Systems, nie in eine Datei von uns.</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Light, dark, with high contrast, or as the system has it.</source>
        <translation>Hell, dunkel, mit hohem Kontrast oder wie das System.</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The language of the window. Needs a restart.</source>
        <translation>Die Sprache des Fensters. Gilt nach einem Neustart.</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>1 is the normal size.</source>
        <translation>1 ist die normale Größe.</translation>
    </message>
    <message>
        <source>Menu bar</source>
        <translation>Menüleiste</translation>
    </message>
    <message>
        <source>All menus are behind the name at the top left, too.</source>
        <translation>Alle Menüs stehen auch hinter dem Namen oben links.</translation>
    </message>
    <message>
        <source>When Alt is pressed</source>
        <translation>Wenn Alt gedrückt wird</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Single keys</source>
        <translation>Einzelne Tasten</translation>
    </message>
    <message>
        <source>[ and ] change the speed without Ctrl or Alt. Space and arrows stay.</source>
        <translation>[ und ] ändern das Tempo ohne Strg oder Alt. Leertaste und Pfeile bleiben.</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Members walk and bubbles grow. Off: they jump.</source>
        <translation>Mitglieder gehen und Sprechblasen wachsen. Aus: Sie springen.</translation>
    </message>
    <message>
        <source>Letters of a tale</source>
        <translation>Buchstaben einer Erzählung</translation>
    </message>
    <message>
        <source>Pixels, at a text size of 1.</source>
        <translation>Pixel bei Textgröße 1.</translation>
    </message>
    <message>
        <source>Plain letters in a tale</source>
        <translation>Schlichte Buchstaben in der Erzählung</translation>
    </message>
    <message>
        <source>A story is set in the window&apos;s letters, not in a book&apos;s.</source>
        <translation>Eine Geschichte steht in der Schrift des Fensters, nicht in der eines Buches.</translation>
    </message>
    <message>
        <source>Show thoughts</source>
        <translation>Gedanken zeigen</translation>
    </message>
    <message>
        <source>Show [thoughts] in the transcript at first.</source>
        <translation>[Gedanken] in der Mitschrift zunächst zeigen.</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>Shortest pause</source>
        <translation>Kürzeste Pause</translation>
    </message>
    <message>
        <source>Seconds between two turns when watching, at 1×.</source>
        <translation>Sekunden zwischen zwei Beiträgen beim Zusehen, bei 1×.</translation>
    </message>
    <message>
        <source>Longest pause</source>
        <translation>Längste Pause</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>0.25 to 8 times; it shortens the pauses.</source>
        <translation>0,25- bis 8-fach; es verkürzt die Pausen.</translation>
    </message>
    <message>
        <source>As fast as it goes</source>
        <translation>So schnell es geht</translation>
    </message>
    <message>
        <source>No pauses between turns at all.</source>
        <translation>Gar keine Pausen zwischen den Beiträgen.</translation>
    </message>
    <message>
        <source>Pausing in a reply</source>
        <translation>Anhalten im Beitrag</translation>
    </message>
    <message>
        <source>Finish the reply and hold it, or cancel it and take the turn again afterwards.</source>
        <translation>Die Antwort zu Ende bringen und dann halten oder sie abbrechen und den Beitrag danach wiederholen.</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Zu Ende bringen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Longest line</source>
        <translation>Längste Zeile</translation>
    </message>
    <message>
        <source>Characters; −1: as the format says, 0: no cap.</source>
        <translation>Zeichen; −1: wie das Format es sagt, 0: keine Grenze.</translation>
    </message>
    <message>
        <source>Safe on disk</source>
        <translation>Sicher auf der Platte</translation>
    </message>
    <message>
        <source>After every turn, at most every 50 ms, or when the system likes.</source>
        <translation>Nach jedem Beitrag, höchstens alle 50 ms oder wann das System mag.</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Je Beitrag</translation>
    </message>
    <message>
        <source>Grouped</source>
        <translation>Gebündelt</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Budgets</source>
        <translation>Budgets</translation>
    </message>
    <message>
        <source>Turns a run</source>
        <translation>Beiträge je Lauf</translation>
    </message>
    <message>
        <source>The run ends after so many turns.</source>
        <translation>Der Lauf endet nach so vielen Beiträgen.</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>Tokens a run</source>
        <translation>Token je Lauf</translation>
    </message>
    <message>
        <source>In and out, all calls.</source>
        <translation>Ein und aus, alle Aufrufe.</translation>
    </message>
    <message>
        <source>Money a run</source>
        <translation>Geld je Lauf</translation>
    </message>
    <message>
        <source>US dollars.</source>
        <translation>US-Dollar.</translation>
    </message>
    <message>
        <source>Time a run</source>
        <translation>Zeit je Lauf</translation>
    </message>
    <message>
        <source>Minutes of playing.</source>
        <translation>Minuten Spielzeit.</translation>
    </message>
    <message>
        <source>Money a day</source>
        <translation>Geld je Tag</translation>
    </message>
    <message>
        <source>US dollars, all runs together.</source>
        <translation>US-Dollar, alle Läufe zusammen.</translation>
    </message>
    <message>
        <source>Voices</source>
        <translation>Stimmen</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>Auto: Claude if there is a key or a server, else the embedded model, else rehearsal.</source>
        <translation>Automatisch: Claude, wenn es einen Schlüssel oder Server gibt, sonst das eingebaute Modell, sonst die Probe.</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Anthropic</source>
        <translation>Anthropic</translation>
    </message>
    <message>
        <source>OpenAI</source>
        <translation>OpenAI</translation>
    </message>
    <message>
        <source>Embedded</source>
        <translation>Eingebaut</translation>
    </message>
    <message>
        <source>Rehearsal</source>
        <translation>Probe</translation>
    </message>
    <message>
        <source>Claude model</source>
        <translation>Claude-Modell</translation>
    </message>
    <message>
        <source>A model&apos;s id.</source>
        <translation>Die Kennung eines Modells.</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Base URL of another server that speaks the Messages API.</source>
        <translation>Basis-URL eines anderen Servers, der die Messages-API spricht.</translation>
    </message>
    <message>
        <source>Allowed servers</source>
        <translation>Erlaubte Server</translation>
    </message>
    <message>
        <source>Servers of others that casts and logs may name: host or host:port. They get the talk, and no key.</source>
        <translation>Server anderer, die Besetzungen und Protokolle nennen dürfen: Host oder Host:Port. Sie bekommen das Gespräch und keinen Schlüssel.</translation>
    </message>
    <message>
        <source>API version</source>
        <translation>API-Version</translation>
    </message>
    <message>
        <source>Empty: the newest. 2023-06-01 for older models.</source>
        <translation>Leer: die neueste. 2023-06-01 für ältere Modelle.</translation>
    </message>
    <message>
        <source>Embedded model</source>
        <translation>Eingebautes Modell</translation>
    </message>
    <message>
        <source>A name of the catalogue or a GGUF file. Empty: the best that is here.</source>
        <translation>Ein Name aus dem Katalog oder eine GGUF-Datei. Leer: das beste, das hier ist.</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>0: all cores of a machine with up to four, else all but one.</source>
        <translation>0: alle Kerne eines Rechners mit bis zu vier, sonst alle bis auf einen.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Tokens the model can see.</source>
        <translation>Token, die das Modell sehen kann.</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>Einbettungen</translation>
    </message>
    <message>
        <source>Empty: the embedded model, else your server. Or a voice, such as embedded:FILE.gguf; stories ask it, too.</source>
        <translation>Leer: das eingebettete Modell, sonst dein Server. Oder eine Stimme wie embedded:DATEI.gguf; auch Geschichten fragen sie.</translation>
    </message>
    <message>
        <source>After a written run</source>
        <translation>Nach einem geschriebenen Lauf</translation>
    </message>
    <message>
        <source>Who goes on where a written run that was steered ends being written: a voice, its model behind a colon. Empty: you are asked.</source>
        <translation>Wer weitermacht, wo ein geschriebener Lauf, in den eingegriffen wurde, nicht weiter geschrieben ist: eine Stimme, ihr Modell hinter einem Doppelpunkt. Leer: du wirst gefragt.</translation>
    </message>
    <message>
        <source>Calls at once</source>
        <translation>Aufrufe zugleich</translation>
    </message>
    <message>
        <source>Over all runs of this Parley.</source>
        <translation>Über alle Läufe dieses Parley.</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>Neue Versuche</translation>
    </message>
    <message>
        <source>After a rate limit, an overload or a lost line.</source>
        <translation>Nach einer Ratenbegrenzung, Überlast oder verlorenen Verbindung.</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Geduld</translation>
    </message>
    <message>
        <source>Seconds without a word.</source>
        <translation>Sekunden ohne ein Wort.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>Recency</source>
        <translation>Frische</translation>
    </message>
    <message>
        <source>How much it counts that a memory is fresh.</source>
        <translation>Wie viel es zählt, dass eine Erinnerung frisch ist.</translation>
    </message>
    <message>
        <source>Relevance</source>
        <translation>Bezug</translation>
    </message>
    <message>
        <source>How much it counts that a memory fits topic and people.</source>
        <translation>Wie viel es zählt, dass eine Erinnerung zu Thema und Leuten passt.</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>How much it counts that a memory mattered when it was made.</source>
        <translation>Wie viel es zählt, dass eine Erinnerung wichtig war, als sie entstand.</translation>
    </message>
    <message>
        <source>Fading</source>
        <translation>Verblassen</translation>
    </message>
    <message>
        <source>What is left of freshness after each hour of the office.</source>
        <translation>Was nach jeder Stunde im Büro von der Frische bleibt.</translation>
    </message>
    <message>
        <source>Memories at a time</source>
        <translation>Erinnerungen auf einmal</translation>
    </message>
    <message>
        <source>So many come to mind before a line.</source>
        <translation>So viele fallen einem vor einem Beitrag ein.</translation>
    </message>
    <message>
        <source>Speaks</source>
        <translation>Spricht</translation>
    </message>
    <message>
        <source>As OpenAI does, or as Anthropic does.</source>
        <translation>Wie OpenAI oder wie Anthropic.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Such as http://127.0.0.1:11434.</source>
        <translation>Etwa http://127.0.0.1:11434.</translation>
    </message>
    <message>
        <source>Usual model</source>
        <translation>Übliches Modell</translation>
    </message>
    <message>
        <source>Who speaks where nobody names another model.</source>
        <translation>Wer spricht, wenn niemand ein anderes nennt.</translation>
    </message>
    <message>
        <source>Tokens that a model can see; 0: as the server says.</source>
        <translation>Token, die ein Modell sehen kann; 0: wie der Server sagt.</translation>
    </message>
    <message>
        <source>At this server; 0: as many as all servers may have together.</source>
        <translation>An diesem Server; 0: so viele wie alle zusammen.</translation>
    </message>
    <message>
        <source>Price in</source>
        <translation>Preis hinein</translation>
    </message>
    <message>
        <source>US dollars a million tokens; 0: as the server says.</source>
        <translation>US-Dollar je Million Token; 0: wie der Server sagt.</translation>
    </message>
    <message>
        <source>Price out</source>
        <translation>Preis heraus</translation>
    </message>
    <message>
        <source>Casts may choose it</source>
        <translation>Frei für Besetzungen</translation>
    </message>
    <message>
        <source>Files of others may have lines written here without asking.</source>
        <translation>Dateien anderer dürfen ihn ohne Rückfrage wählen.</translation>
    </message>
    <message>
        <source>Chat completions</source>
        <translation>Chat Completions</translation>
    </message>
    <message>
        <source>Messages API</source>
        <translation>Messages-API</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Claude key</source>
        <translation>Claude-Schlüssel</translation>
    </message>
    <message>
        <source>Local models…</source>
        <translation>Lokale Modelle …</translation>
    </message>
    <message>
        <source>Paste a key</source>
        <translation>Schlüssel einfügen</translation>
    </message>
    <message>
        <source>Keep in the keyring</source>
        <translation>Aufheben</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>On</source>
        <translation>An</translation>
    </message>
</context>
<context>
    <name>SettingsTable</name>
    <message>
        <source>Settings and outcomes of both runs</source>
        <translation>Einstellungen und Ausgang beider Läufe</translation>
    </message>
</context>
<context>
    <name>SheetDialog</name>
    <message>
        <source>Grade blind by hand</source>
        <translation>Blind von Hand bewerten</translation>
    </message>
    <message>
        <source>What came before</source>
        <translation>Was vorausging</translation>
    </message>
    <message>
        <source>The line to grade</source>
        <translation>Die Zeile, die zu bewerten ist</translation>
    </message>
    <message>
        <source>How many are graded</source>
        <translation>Wie viele bewertet sind</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>Rücktaste</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>All lines are graded. Thank you.</source>
        <translation>Alle Zeilen sind bewertet. Danke.</translation>
    </message>
    <message>
        <source>{0} of {1} graded</source>
        <translation>{0} von {1} bewertet</translation>
    </message>
</context>
<context>
    <name>SheetPart</name>
    <message>
        <source>Armour {0}</source>
        <translation>Rüstung {0}</translation>
    </message>
</context>
<context>
    <name>Shelf</name>
    <message>
        <source>Experiments</source>
        <translation>Experimente</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>Neu …</translation>
    </message>
    <message>
        <source>New experiment</source>
        <translation>Neues Experiment</translation>
    </message>
    <message>
        <source>Write a new experiment (Ctrl+N)</source>
        <translation>Neues Experiment schreiben (Strg+N)</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Open a spec</source>
        <translation>Vorgabe öffnen</translation>
    </message>
    <message>
        <source>Take in a TOML file, or open a run; dropping a spec here does the same (Ctrl+O)</source>
        <translation>Eine TOML-Datei hereinholen oder einen Lauf öffnen; eine Vorgabe hier fallen zu lassen tut dasselbe (Strg+O)</translation>
    </message>
    <message>
        <source>EXPERIMENTS</source>
        <translation>EXPERIMENTE</translation>
    </message>
</context>
<context>
    <name>ShownLines</name>
    <message>
        <source>Nobody has spoken yet</source>
        <translation>Noch hat niemand gesprochen</translation>
    </message>
    <message>
        <source>What the members say appears here line by line.</source>
        <translation>Was die Mitglieder sagen, erscheint hier Zeile für Zeile.</translation>
    </message>
    <message>
        <source>↓ Back to live</source>
        <translation>↓ Zurück zu live</translation>
    </message>
    <message>
        <source>↓ To the end</source>
        <translation>↓ Ans Ende</translation>
    </message>
    <message>
        <source>↓ 1 new line</source>
        <translation>↓ 1 neue Zeile</translation>
    </message>
    <message>
        <source>↓ {count} new lines</source>
        <translation>↓ {count} neue Zeilen</translation>
    </message>
    <message>
        <source>↓ Newest line</source>
        <translation>↓ Neueste Zeile</translation>
    </message>
</context>
<context>
    <name>SpeakBox</name>
    <message>
        <source>Whom to speak as</source>
        <translation>Als wer sprechen</translation>
    </message>
    <message>
        <source>Director</source>
        <translation>Regie</translation>
    </message>
    <message>
        <source>Speak as {name}…</source>
        <translation>Als {name} sprechen …</translation>
    </message>
    <message>
        <source>Speak as {name}</source>
        <translation>Als {name} sprechen</translation>
    </message>
    <message>
        <source>as {name} ▾</source>
        <translation>als {name} ▾</translation>
    </message>
</context>
<context>
    <name>SpeakerFlowView</name>
    <message>
        <source>Speaker flow</source>
        <translation>Redefluss</translation>
    </message>
    <message>
        <source>{turns} planned</source>
        <translation>{turns} geplant</translation>
    </message>
    <message>
        <source>turn {turn} of {last}</source>
        <translation>Beitrag {turn} von {last}</translation>
    </message>
</context>
<context>
    <name>SpeakerRow</name>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
</context>
<context>
    <name>SpeakersCard</name>
    <message>
        <source>Who speaks?</source>
        <translation>Wer spricht?</translation>
    </message>
    <message>
        <source>found on this machine just now</source>
        <translation>eben auf diesem Rechner gefunden</translation>
    </message>
    <message>
        <source>Can be changed at any time, for one member too.</source>
        <translation>Lässt sich jederzeit ändern, auch für ein einzelnes Mitglied.</translation>
    </message>
    <message>
        <source>Add another…</source>
        <translation>Weitere hinzufügen …</translation>
    </message>
</context>
<context>
    <name>SpeedButton</name>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>As fast as it goes</source>
        <translation>So schnell es geht</translation>
    </message>
    <message>
        <source>{0} times the reading pace</source>
        <translation>{0}-faches Lesetempo</translation>
    </message>
    <message>
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source>Speed: {0}</source>
        <translation>Tempo: {0}</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>{0} on this machine</source>
        <translation>{0} auf diesem Rechner</translation>
    </message>
    <message>
        <source>1 model found</source>
        <translation>1 Modell gefunden</translation>
    </message>
    <message>
        <source>{0} models found</source>
        <translation>{0} Modelle gefunden</translation>
    </message>
    <message>
        <source>Free and private: nothing leaves this machine.</source>
        <translation>Kostenlos und privat: Nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>always there</source>
        <translation>immer da</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>key in the environment</source>
        <translation>Schlüssel in der Umgebung</translation>
    </message>
    <message>
        <source>key in the keyring</source>
        <translation>Schlüssel im Schlüsselbund</translation>
    </message>
    <message>
        <source>Add a key…</source>
        <translation>Schlüssel …</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelle …</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>not set up yet</source>
        <translation>noch nicht eingerichtet</translation>
    </message>
    <message>
        <source>Fetch {0} MB</source>
        <translation>{0} MB laden</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>Watch something now</source>
        <translation>Jetzt etwas ansehen</translation>
    </message>
    <message>
        <source>Starts at once: no key, no download, nothing leaves this machine.</source>
        <translation>Beginnt sofort: kein Schlüssel, kein Herunterladen, nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>New here? Take the tour</source>
        <translation>Neu hier? Die Tour machen</translation>
    </message>
    <message>
        <source>Two minutes on a day written by hand; it ends in a run of your own.</source>
        <translation>Zwei Minuten an einem von Hand geschriebenen Tag; am Ende steht ein eigener Lauf.</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Search titles, people and every word that was said</source>
        <translation>Titel, Leute und jedes gesagte Wort durchsuchen</translation>
    </message>
    <message>
        <source>Back to “{0}”</source>
        <translation>Zurück zu „{0}“</translation>
    </message>
    <message>
        <source>turn {0} of {1}</source>
        <translation>Beitrag {0} von {1}</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Spielen</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>your choices lead</source>
        <translation>du entscheidest</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} Min.</translation>
    </message>
</context>
<context>
    <name>StepCard</name>
    <message>
        <source>End the tour</source>
        <translation>Tour beenden</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>End the tour (Esc)</source>
        <translation>Tour beenden (Esc)</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>My own run…</source>
        <translation>Eigener Lauf …</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>Erledigt.</translation>
    </message>
</context>
<context>
    <name>Story</name>
    <message>
        <source>the player</source>
        <translation>am Zug</translation>
    </message>
    <message>
        <source>tells the story</source>
        <translation>erzählt die Geschichte</translation>
    </message>
    <message>
        <source>keeps count</source>
        <translation>führt Buch</translation>
    </message>
    <message>
        <source>takes your side</source>
        <translation>hält zu dir</translation>
    </message>
    <message>
        <source>You are looking at turn {turn}. Go to the end to act.</source>
        <translation>Du siehst Beitrag {turn}. Geh ans Ende, um zu handeln.</translation>
    </message>
    <message>
        <source>The story is over. Fork it at any turn to go on from there.</source>
        <translation>Die Geschichte ist vorbei. Verzweige sie an einem beliebigen Beitrag, um von dort weiterzuspielen.</translation>
    </message>
    <message>
        <source>This story is open for reading only. Press play to go on with it.</source>
        <translation>Diese Geschichte ist nur zum Lesen offen. Drücke auf Spielen, um sie fortzusetzen.</translation>
    </message>
    <message>
        <source>{name} could not speak. Press play to try again.</source>
        <translation>{name} konnte nicht sprechen. Drücke auf Spielen, um es noch einmal zu versuchen.</translation>
    </message>
    <message>
        <source>The story stands still. Press play to go on.</source>
        <translation>Die Geschichte steht still. Drücke auf Spielen, um fortzufahren.</translation>
    </message>
    <message>
        <source>{name} is speaking…</source>
        <translation>{name} spricht …</translation>
    </message>
    <message>
        <source>The others answer first…</source>
        <translation>Erst antworten die anderen …</translation>
    </message>
    <message>
        <source>What was told before stands in the transcript.</source>
        <translation>Was davor erzählt wurde, steht in der Abschrift.</translation>
    </message>
    <message>
        <source>You are {name}, {concept}.</source>
        <translation>Du bist {name}, {concept}.</translation>
    </message>
    <message>
        <source>You are {name}.</source>
        <translation>Du bist {name}.</translation>
    </message>
    <message>
        <source>{name} says nothing: {reason}</source>
        <translation>{name} sagt nichts: {reason}</translation>
    </message>
    <message>
        <source>{name} wanted to do something that cannot be: {why}</source>
        <translation>{name} wollte etwas tun, das nicht geht: {why}</translation>
    </message>
</context>
<context>
    <name>StoryCommands</name>
    <message>
        <source>It is your turn: what do you do?</source>
        <translation>Du bist dran: Was tust du?</translation>
    </message>
    <message>
        <source>The story plays by itself now: one of the choices is taken by chance.</source>
        <translation>Die Geschichte läuft jetzt von selbst: Eine der Möglichkeiten wird ausgelost.</translation>
    </message>
    <message>
        <source>You choose again what happens.</source>
        <translation>Du bestimmst wieder, was geschieht.</translation>
    </message>
</context>
<context>
    <name>StoryFields</name>
    <message>
        <source>The story plays by itself: a choice is taken by chance</source>
        <translation>Die Geschichte läuft von selbst: Eine Möglichkeit wird ausgelost</translation>
    </message>
    <message>
        <source>World</source>
        <translation>Welt</translation>
    </message>
    <message>
        <source>With</source>
        <translation>Mit</translation>
    </message>
    <message>
        <source>You are</source>
        <translation>Du bist</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Dazu</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Dein Name</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Autoplay</source>
        <translation>Selbstlauf</translation>
    </message>
    <message>
        <source>There is no setting to play in.</source>
        <translation>Es gibt keine Welt, in der gespielt werden kann.</translation>
    </message>
    <message>
        <source>as long as you like</source>
        <translation>so lange du magst</translation>
    </message>
    <message>
        <source>as the world has it: {0} turns</source>
        <translation>wie in der Welt vorgesehen: {0} Züge</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>Beginnt mit</translation>
    </message>
    <message>
        <source>No world: a character of yours, in their own scenario</source>
        <translation>Keine Welt: eine Figur von dir, in ihrem eigenen Szenario</translation>
    </message>
    <message>
        <source>You and a character from your cards, where their card has the two of you.</source>
        <translation>Du und eine Figur aus deinen Karten, dort, wo ihre Karte euch beide sieht.</translation>
    </message>
    <message>
        <source>{0} · as in that run</source>
        <translation>{0} · wie in jenem Lauf</translation>
    </message>
    <message>
        <source>whoever you tell the innkeeper (five questions)</source>
        <translation>wer du am Tresen sagst (fünf Fragen)</translation>
    </message>
    <message>
        <source>Leave empty for the usual name</source>
        <translation>Leer lassen für den üblichen Namen</translation>
    </message>
    <message>
        <source>An innkeeper asks who you are: name, origin, calling, strength, reason.</source>
        <translation>Am Tresen wirst du gefragt, wer du bist: Name, Herkunft, Beruf, Stärke, Grund.</translation>
    </message>
    <message>
        <source>You are asked for it</source>
        <translation>Danach wirst du gefragt</translation>
    </message>
</context>
<context>
    <name>StoryPane</name>
    <message>
        <source>Tool calls: {count}</source>
        <translation>Werkzeugaufrufe: {count}</translation>
    </message>
    <message>
        <source>Offered: {names}</source>
        <translation>Angeboten: {names}</translation>
    </message>
</context>
<context>
    <name>StoryView</name>
    <message>
        <source>A fight begins</source>
        <translation>Ein Kampf beginnt</translation>
    </message>
    <message>
        <source>Initiative: {order}</source>
        <translation>Initiative: {order}</translation>
    </message>
    <message>
        <source>Round {number}</source>
        <translation>Runde {number}</translation>
    </message>
    <message>
        <source>Story</source>
        <translation>Geschichte</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Character, people and things</source>
        <translation>Figur, Leute und Dinge</translation>
    </message>
    <message>
        <source>Place and people</source>
        <translation>Ort und Leute</translation>
    </message>
    <message>
        <source>Begin a story…</source>
        <translation>Geschichte beginnen …</translation>
    </message>
    <message>
        <source>Why they answered</source>
        <translation>Warum sie antworten</translation>
    </message>
    <message>
        <source>All that decided it, in the inspector</source>
        <translation>Alles, was es entschieden hat, im Inspektor</translation>
    </message>
    <message>
        <source>No story yet. Begin one, and here you act in it: you are told what happens, choose or write what you do, and see the dice fall.</source>
        <translation>Noch keine Geschichte. Beginne eine, und du handelst hier in ihr: Dir wird erzählt, was geschieht, du wählst oder schreibst, was du tust, und siehst die Würfel fallen.</translation>
    </message>
    <message>
        <source>This run is no story, so that there is nothing to act in. Begin a story to play one.</source>
        <translation>Dieser Lauf ist keine Geschichte, in der du handeln könntest. Beginne eine, um zu spielen.</translation>
    </message>
    <message>
        <source>Your answer…</source>
        <translation>Deine Antwort …</translation>
    </message>
    <message>
        <source>What do you say to {0}?</source>
        <translation>Was sagst du zu {0}?</translation>
    </message>
    <message>
        <source>What do you say?</source>
        <translation>Was sagst du?</translation>
    </message>
    <message>
        <source>Attack, defend, flee or use something…</source>
        <translation>Angreifen, verteidigen, fliehen oder etwas benutzen …</translation>
    </message>
    <message>
        <source>What do you do?</source>
        <translation>Was tust du?</translation>
    </message>
    <message>
        <source>question {0} of {1}</source>
        <translation>Frage {0} von {1}</translation>
    </message>
    <message>
        <source>over after {0} turns</source>
        <translation>nach {0} Zügen vorbei</translation>
    </message>
    <message>
        <source>turn {0} of {1}</source>
        <translation>Zug {0} von {1}</translation>
    </message>
</context>
<context>
    <name>StoryWords</name>
    <message>
        <source>hostile</source>
        <translation>feindselig</translation>
    </message>
    <message>
        <source>wary</source>
        <translation>misstrauisch</translation>
    </message>
    <message>
        <source>neutral</source>
        <translation>neutral</translation>
    </message>
    <message>
        <source>friendly</source>
        <translation>freundlich</translation>
    </message>
    <message>
        <source>devoted</source>
        <translation>ergeben</translation>
    </message>
    <message>
        <source>{status}, 1 turn</source>
        <translation>{status}, 1 Zug</translation>
    </message>
    <message>
        <source>{status}, {turns} turns</source>
        <translation>{status}, {turns} Züge</translation>
    </message>
    <message>
        <source>by the script</source>
        <translation>aus dem Drehbuch</translation>
    </message>
    <message>
        <source>by chance</source>
        <translation>ausgelost</translation>
    </message>
    <message>
        <source> against {number}</source>
        <translation> gegen {number}</translation>
    </message>
    <message>
        <source>hit</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>miss</source>
        <translation>daneben</translation>
    </message>
    <message>
        <source>success</source>
        <translation>Erfolg</translation>
    </message>
    <message>
        <source>failure</source>
        <translation>Fehlschlag</translation>
    </message>
</context>
<context>
    <name>TagMenu</name>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>New tag…</source>
        <translation>Neues Schlagwort …</translation>
    </message>
    <message>
        <source>New tag</source>
        <translation>Neues Schlagwort</translation>
    </message>
    <message>
        <source>A word or a few:</source>
        <translation>Ein Wort oder einige:</translation>
    </message>
</context>
<context>
    <name>TakingCommands</name>
    <message>
        <source>“{0}” was taken over.</source>
        <translation>„{0}“ wurde übernommen.</translation>
    </message>
    <message>
        <source>{0} definitions were taken over.</source>
        <translation>{0} Definitionen wurden übernommen.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>These are here already by their ids. Replace them? Yours are kept beside them as .bak.</source>
        <translation>Diese gibt es mit ihren Kennungen schon. Ersetzen? Deine bleiben als .bak daneben.</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Übernehmen</translation>
    </message>
</context>
<context>
    <name>Tale</name>
    <message>
        <source>How your words were read</source>
        <translation>Wie deine Worte gelesen wurden</translation>
    </message>
    <message>
        <source>a question about “{key}”</source>
        <translation>eine Frage nach »{key}«</translation>
    </message>
    <message>
        <source>They change nothing: they are only told.</source>
        <translation>Sie ändern nichts: Sie werden nur erzählt.</translation>
    </message>
    <message>
        <source>By meaning: what was said is as near as {score} to “{key}”; {least} will do ({model}).</source>
        <translation>Nach der Bedeutung: Das Gesagte liegt mit {score} nahe an »{key}«; {least} genügt ({model}).</translation>
    </message>
    <message>
        <source>Nothing written is near enough in meaning: {score} to “{key}”, and it takes {least} ({model}).</source>
        <translation>Nichts Geschriebenes ist der Bedeutung nach nah genug: »{key}« mit {score}, und {least} braucht es ({model}).</translation>
    </message>
    <message>
        <source>By key: words of it are in what was said.</source>
        <translation>Nach Stichwort: Worte davon stehen in dem, was gesagt wurde.</translation>
    </message>
    <message>
        <source>{name} has not changed their mind yet.</source>
        <translation>{name} sieht es noch wie am Anfang.</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
</context>
<context>
    <name>Talk</name>
    <message>
        <source>uses {tool} …</source>
        <translation>benutzt {tool} …</translation>
    </message>
    <message>
        <source>has used {tool}</source>
        <translation>hat {tool} benutzt</translation>
    </message>
</context>
<context>
    <name>TalkForkDialog</name>
    <message>
        <source>Fork after turn {0}</source>
        <translation>Abzweigen nach Beitrag {0}</translation>
    </message>
    <message>
        <source>All sides</source>
        <translation>Alle Seiten</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>Topologie</translation>
    </message>
    <message>
        <source>In the middle</source>
        <translation>In der Mitte</translation>
    </message>
    <message>
        <source>Stops at a convergence of</source>
        <translation>Endet bei einer Konvergenz von</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>Empty: as it is</source>
        <translation>Leer: wie bisher</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie bisher</translation>
    </message>
    <message>
        <source>Both runs share what was said so far. From the next turn on the fork goes by what you change here.</source>
        <translation>Beide Läufe teilen, was bisher gesagt wurde. Ab dem nächsten Beitrag gilt in der Abzweigung, was du hier änderst.</translation>
    </message>
    <message>
        <source>Opening prompt</source>
        <translation>Eröffnung</translation>
    </message>
    <message>
        <source>Turns in all</source>
        <translation>Beiträge gesamt</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>Abzweigen</translation>
    </message>
</context>
<context>
    <name>TidyingCommands</name>
    <message>
        <source>The run was renamed.</source>
        <translation>Der Lauf wurde umbenannt.</translation>
    </message>
    <message>
        <source>The run has its old name again.</source>
        <translation>Der Lauf heißt wieder wie zuvor.</translation>
    </message>
    <message>
        <source>The star is there.</source>
        <translation>Der Stern ist da.</translation>
    </message>
    <message>
        <source>The star is off.</source>
        <translation>Der Stern ist weg.</translation>
    </message>
    <message>
        <source>The tags were changed.</source>
        <translation>Die Schlagwörter wurden geändert.</translation>
    </message>
    <message>
        <source>The tags are as they were.</source>
        <translation>Die Schlagwörter sind wieder wie zuvor.</translation>
    </message>
    <message>
        <source>The run was archived.</source>
        <translation>Der Lauf wurde archiviert.</translation>
    </message>
    <message>
        <source>{0} runs were archived.</source>
        <translation>{0} Läufe wurden archiviert.</translation>
    </message>
    <message>
        <source>The run is back.</source>
        <translation>Der Lauf ist wieder da.</translation>
    </message>
    <message>
        <source>{0} runs are back.</source>
        <translation>{0} Läufe sind wieder da.</translation>
    </message>
    <message>
        <source>The run was deleted.</source>
        <translation>Der Lauf wurde gelöscht.</translation>
    </message>
    <message>
        <source>{0} runs were deleted.</source>
        <translation>{0} Läufe wurden gelöscht.</translation>
    </message>
    <message>
        <source>Delete this run for good?</source>
        <translation>Diesen Lauf endgültig löschen?</translation>
    </message>
    <message>
        <source>Delete {0} runs for good?</source>
        <translation>{0} Läufe endgültig löschen?</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>Nobody can bring them back.</source>
        <translation>Niemand kann sie zurückholen.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>TieModel</name>
    <message>
        <source>Member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Gegenüber</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>Vertrauen</translation>
    </message>
    <message>
        <source>Affinity</source>
        <translation>Affinität</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Since start</source>
        <translation>Seit Beginn</translation>
    </message>
    <message>
        <source>Left minus right</source>
        <translation>Links minus rechts</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Beitrag</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>TimelineStrip</name>
    <message>
        <source>Turns of the run</source>
        <translation>Beiträge des Laufs</translation>
    </message>
    <message>
        <source>No turns yet</source>
        <translation>Noch keine Beiträge</translation>
    </message>
    <message>
        <source>before the first turn</source>
        <translation>vor dem ersten Beitrag</translation>
    </message>
    <message>
        <source>Director</source>
        <translation>Regie</translation>
    </message>
    <message>
        <source>turn {0} · {1}</source>
        <translation>Beitrag {0} · {1}</translation>
    </message>
</context>
<context>
    <name>TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Zweig</translation>
    </message>
    <message>
        <source>Fork here</source>
        <translation>Hier abzweigen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Show in the library</source>
        <translation>In der Bibliothek zeigen</translation>
    </message>
    <message>
        <source>after turn {0} · {1}</source>
        <translation>nach Beitrag {0} · {1}</translation>
    </message>
    <message>
        <source>Branches of this run: {0}</source>
        <translation>Zweige dieses Laufs: {0}</translation>
    </message>
    <message>
        <source>Your turn</source>
        <translation>Du bist dran</translation>
    </message>
    <message>
        <source>Paused at a breakpoint</source>
        <translation>Am Haltepunkt angehalten</translation>
    </message>
    <message>
        <source>Playing</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>before turn {0} of {1}</source>
        <translation>vor Beitrag {0} von {1}</translation>
    </message>
    <message>
        <source>You look at an earlier turn: {0} (End)</source>
        <translation>Du siehst einen früheren Beitrag: {0} (Ende)</translation>
    </message>
    <message>
        <source>turn {0} of {1}</source>
        <translation>Beitrag {0} von {1}</translation>
    </message>
    <message>
        <source>no turns yet</source>
        <translation>noch keine Beiträge</translation>
    </message>
    <message>
        <source>go live</source>
        <translation>zu live</translation>
    </message>
    <message>
        <source>{turns} planned</source>
        <translation>{turns} geplant</translation>
    </message>
    <message>
        <source>to the newest</source>
        <translation>zum neuesten</translation>
    </message>
    <message>
        <source>to the end</source>
        <translation>ans Ende</translation>
    </message>
    <message>
        <source>scene {0} of {1}</source>
        <translation>Szene {0} von {1}</translation>
    </message>
</context>
<context>
    <name>TokensPane</name>
    <message>
        <source>No voice was called for this turn, so it took no tokens. Where one is, its bill stands here.</source>
        <translation>Für diesen Beitrag wurde keine Stimme gerufen, er kostete also keine Token. Sonst steht hier die Rechnung.</translation>
    </message>
</context>
<context>
    <name>ToolCommands</name>
    <message>
        <source>{0} Go on, so that nobody has tools until you set some up under File, Tools?</source>
        <translation>{0} Weitermachen, sodass niemand Werkzeuge hat, bis du welche unter Datei, Werkzeuge einrichtest?</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Write a command as in a terminal, and the environment as KEY=VALUE.</source>
        <translation>Schreib den Befehl wie in einem Terminal und die Umgebung als SCHLÜSSEL=WERT.</translation>
    </message>
    <message>
        <source>A Python function</source>
        <translation>Eine Python-Funktion</translation>
    </message>
</context>
<context>
    <name>ToolNames</name>
    <message>
        <source>Not set up here: {0}. Add a server under File, Tools…; a function comes with its package.</source>
        <translation>Hier nicht eingerichtet: {0}. Füge unter Datei, Werkzeuge … einen Server hinzu; eine Funktion kommt mit ihrem Paket.</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>Controls</source>
        <translation>Steuerung</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>Kein Lauf ist geöffnet</translation>
    </message>
</context>
<context>
    <name>ToolsDialog</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>What members may use: a cast names it, and you are asked before it is used unless you allow it here. A server runs as a program of yours: add only what you trust.</source>
        <translation>Was Mitglieder benutzen dürfen: Eine Besetzung nennt es, und du wirst gefragt, bevor es benutzt wird, außer du erlaubst es hier. Ein Server läuft als dein Programm: Nimm nur auf, dem du vertraust.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Without asking</source>
        <translation>Ohne zu fragen</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Was es ist</translation>
    </message>
    <message>
        <source>Try it out</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Erlauben</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>KEY=VALUE, with blanks between several</source>
        <translation>SCHLÜSSEL=WERT, mehrere durch Leerzeichen getrennt</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Add a server, or change one</source>
        <translation>Einen Server aufnehmen oder ändern</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keine</translation>
    </message>
    <message>
        <source>Add a server below.</source>
        <translation>Nimm unten einen Server auf.</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Wieder fragen</translation>
    </message>
</context>
<context>
    <name>TranscriptHeader</name>
    <message>
        <source>Thoughts</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>Unfold what members think and do not say</source>
        <translation>Aufklappen, was Mitglieder denken und nicht sagen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Show tokens, latency and cost under each line</source>
        <translation>Token, Dauer und Kosten unter jeder Zeile zeigen</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find in this transcript (Ctrl+F)</source>
        <translation>In dieser Mitschrift suchen (Strg+F)</translation>
    </message>
</context>
<context>
    <name>TranscriptLines</name>
    <message>
        <source>Transcript</source>
        <translation>Mitschrift</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Transcript</source>
        <translation>Mitschrift</translation>
    </message>
    <message>
        <source>Find in this transcript</source>
        <translation>In dieser Mitschrift suchen</translation>
    </message>
    <message>
        <source>Language of the lines</source>
        <translation>Sprache der Zeilen</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beides</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>turn {number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
</context>
<context>
    <name>Transport</name>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Spielen</translation>
    </message>
</context>
<context>
    <name>ViewCommands</name>
    <message>
        <source>Parley: watch, steer and study conversations between AI agents. MIT licence; fonts: Inter by Rasmus Andersson and Literata by TypeTogether, SIL OFL; icons: Phosphor, MIT licence.</source>
        <translation>Parley: Gespräche zwischen KI-Agenten ansehen, lenken und untersuchen. MIT-Lizenz; Schriften: Inter von Rasmus Andersson und Literata von TypeTogether, SIL OFL; Symbole: Phosphor, MIT-Lizenz.</translation>
    </message>
    <message>
        <source>Save the view</source>
        <translation>Ansicht speichern</translation>
    </message>
    <message>
        <source>Written: {0}</source>
        <translation>Geschrieben: {0}</translation>
    </message>
    <message>
        <source>Choose another folder…</source>
        <translation>Anderen Ordner wählen …</translation>
    </message>
    <message>
        <source>{0} cannot be written.</source>
        <translation>{0} lässt sich nicht schreiben.</translation>
    </message>
</context>
<context>
    <name>VoiceChoice</name>
    <message>
        <source>Voice</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
</context>
<context>
    <name>VoiceDialog</name>
    <message>
        <source>Change the voice</source>
        <translation>Stimme wechseln</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Everybody</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>From the next turn on</source>
        <translation>Ab dem nächsten Beitrag</translation>
    </message>
</context>
<context>
    <name>VoicePage</name>
    <message>
        <source>Speaks with</source>
        <translation>Spricht mit</translation>
    </message>
    <message>
        <source>the voice of the run</source>
        <translation>der Stimme des Laufs</translation>
    </message>
    <message>
        <source>their own: {0}</source>
        <translation>eigener: {0}</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>what the talk asks for</source>
        <translation>was das Gespräch verlangt</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>From 0 (sober) over 1 (lively) to 2 (wild).</source>
        <translation>Von 0 (nüchtern) über 1 (lebhaft) bis 2 (wild).</translation>
    </message>
    <message>
        <source>Whatever voice the run is given. Choose another for somebody who shall sound different.</source>
        <translation>Die Stimme, die der Lauf bekommt. Wähle eine andere für jemanden, der anders klingen soll.</translation>
    </message>
    <message>
        <source>the provider&apos;s default</source>
        <translation>Vorgabe des Anbieters</translation>
    </message>
</context>
<context>
    <name>VoicePill</name>
    <message>
        <source>Give up waiting</source>
        <translation>Nicht länger warten</translation>
    </message>
    <message>
        <source>Give up waiting; the run pauses</source>
        <translation>Nicht länger warten; der Lauf hält an</translation>
    </message>
    <message>
        <source>no voice yet</source>
        <translation>noch keine Stimme</translation>
    </message>
    <message>
        <source>{0} tok · {1}</source>
        <translation>{0} Tok · {1}</translation>
    </message>
    <message>
        <source>Voice: {0}</source>
        <translation>Stimme: {0}</translation>
    </message>
</context>
<context>
    <name>WhyBars</name>
    <message>
        <source>Why this speaker</source>
        <translation>Warum wer spricht</translation>
    </message>
    <message>
        <source>Why {name} spoke at turn {turn}</source>
        <translation>Beitrag {turn}: warum {name}</translation>
    </message>
    <message>
        <source>Why {name} speaks at turn {turn}</source>
        <translation>Beitrag {turn}: warum {name} spricht</translation>
    </message>
    <message>
        <source>drawn among {count} · needle at {value}</source>
        <translation>gelost unter {count} · Zeiger bei {value}</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>Zur Wahl</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Summanden</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Not in the draw: {names}</source>
        <translation>Nicht im Los: {names}</translation>
    </message>
    <message>
        <source>base {value}</source>
        <translation>Grundwert {value}</translation>
    </message>
    <message>
        <source>affinity {value}</source>
        <translation>Affinität {value}</translation>
    </message>
    <message>
        <source>share of talk {value}</source>
        <translation>Redeanteil {value}</translation>
    </message>
    <message>
        <source>jitter {value}</source>
        <translation>Streuung {value}</translation>
    </message>
    <message>
        <source>bonus {value}</source>
        <translation>Bonus {value}</translation>
    </message>
    <message>
        <source>weight {value}</source>
        <translation>Gewicht {value}</translation>
    </message>
    <message>
        <source>Director</source>
        <translation>Regie</translation>
    </message>
</context>
<context>
    <name>WhyPane</name>
    <message>
        <source>Why this speaker</source>
        <translation>Warum wer spricht</translation>
    </message>
    <message>
        <source>Said otherwise before</source>
        <translation>Vorher anders gesagt</translation>
    </message>
    <message>
        <source>Why this line</source>
        <translation>Warum diese Zeile</translation>
    </message>
    <message>
        <source>policy {name}</source>
        <translation>Wortfolge: {name}</translation>
    </message>
    <message>
        <source>Why the line of turn {turn}</source>
        <translation>Warum die Zeile von Beitrag {turn}</translation>
    </message>
    <message>
        <source>✓ said</source>
        <translation>✓ gesagt</translation>
    </message>
    <message>
        <source>✓ chosen, and said otherwise</source>
        <translation>✓ gewählt, und anders gesagt</translation>
    </message>
    <message>
        <source>This speaker was chosen without a draw.</source>
        <translation>Hier wurde ohne Los gewählt.</translation>
    </message>
    <message>
        <source>Nobody was weighed at this turn. When a speaker is selected, each candidate&apos;s chances stand here.</source>
        <translation>Bei diesem Beitrag wurde niemand gewogen. Wird gewählt, wer spricht, stehen hier die Chancen aller.</translation>
    </message>
    <message>
        <source>base</source>
        <translation>Grundwert</translation>
    </message>
    <message>
        <source>affinity</source>
        <translation>Affinität</translation>
    </message>
    <message>
        <source>jitter</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>bonus</source>
        <translation>Bonus</translation>
    </message>
    <message>
        <source>taken off</source>
        <translation>abgezogen</translation>
    </message>
    <message>
        <source>{count} lines were drawn at once; the one that fits best is said.</source>
        <translation>{count} Zeilen wurden auf einmal gezogen; gesagt wird die passendste.</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Skip the next scene</source>
        <translation>Nächste Szene auslassen</translation>
    </message>
    <message>
        <source>Between two scenes</source>
        <translation>Zwischen zwei Szenen</translation>
    </message>
    <message>
        <source>{0} (paused)</source>
        <translation>{0} (angehalten)</translation>
    </message>
</context>
</TS>
