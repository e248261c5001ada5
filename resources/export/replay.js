"use strict";
// Replays a run from the figures in #run. All text goes through textContent: nothing of the run is ever parsed as markup.
(() => {
  const run = JSON.parse(document.getElementById("run").textContent);
  const { members, turns, pairs, say } = run;
  // A story has no plan.
  const floor = run.floor || { rooms: [], doors: [], furniture: [], places: [] };
  const story = run.story;
  const last = turns.length;
  const director = members.length;
  const $ = (id) => document.getElementById(id);
  const face = (m) => "m" + (m < 0 ? director : m);
  const nameOf = (m) => (m < 0 ? run.director : members[m].name);
  const wordsOf = (text) => text.split(/\s+/).filter(Boolean).length;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
  const fixed = (value, digits = 2) => value.toLocaleString(run.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  // A story's lines are trust: −100 to 100, drawn as 0 to 1.
  const linked = (value) => (run.trust ? fixed(value * 200 - 100, 0) : fixed(value));
  const moved = (change) => (run.trust ? (change < 0 ? "−" : "+") + fixed(Math.abs(change) * 200, 0) : signed(change));
  const signed = (value) => (value < 0 ? "−" : "+") + fixed(Math.abs(value));
  const counts = turns.map((turn) => wordsOf(turn.text));
  const hasDirector = turns.some((turn) => turn.m < 0);

  function element(name, attributes = {}, text = "") {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  }
  function drawn(parent, name, attributes = {}, text = "") {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    parent.append(made);
    return made;
  }
  // What stands on a disc: the member's portrait, which the page's style has, else their letter.
  function mark(group, x, y, r, letter) {
    const href = getComputedStyle(group).getPropertyValue("--p").trim().replace(/^url\("?|"?\)$/g, "");
    // Of the colour a rim stays: it is who they are everywhere else.
    const inner = 0.88 * r, at = { href, x: x - inner, y: y - inner, width: 2 * inner, height: 2 * inner, preserveAspectRatio: "xMidYMid slice" };
    if (href) drawn(group, "image", { ...at, style: "clip-path:circle(50%)" });
    else drawn(group, "text", { class: "letter", x, y: y + r * 0.36, style: `font-size:${r}px` }, letter);
  }

  let shown = 0, playing = 0, lens = -1, thoughts = true, translations = false;
  // Thoughts are shown where they are wanted; through one member's eyes only their own.
  const thoughtsOf = (turn) => (thoughts && turn.thoughts && (lens < 0 || turn.m === lens) ? turn.thoughts : []);
  // In an office every scene has its room and its places; at a roundtable there is but one.
  const scenes = floor.scenes || [{ n: 0, first: 1, room: floor.room, in: members.map((_, m) => m), places: floor.places }];
  const sceneAt = (n) => scenes.reduce((found, each) => (each.first <= Math.max(n, 1) ? each : found), scenes[0]) || { n: 0, room: "", in: [], places: floor.places };
  let scene = sceneAt(0), walking = false;

  // Floor plan: the rooms once, then only who speaks.
  const plan = $("plan"), bubble = $("bubble"), seats = [], plates = [], rooms = new Map();
  const disc = Math.min(2.1, 9 / Math.sqrt(Math.max(members.length, 5)) / 1.9);
  // The plan itself is in the page already; so much of the yard is shown around it.
  const edge = 2;
  // The camera is at the talk's room: what stands there is so many times smaller in plan units than on the whole plan.
  let small = 1, seen = "";
  const sizeOf = ({ width, height }) => `${width} ${height}`;
  // No more of the yard is seen than about the whole plan.
  const kept = (middle, wide, whole) => (wide >= whole ? whole / 2 : Math.max(wide / 2 - edge, Math.min(middle, whole - wide / 2 + edge)));
  function lookAt(room) {
    const box = $("floor").getBoundingClientRect(), whole = { x: 0, y: 0, w: floor.width, h: floor.height };
    // On a narrow page what is said would find no place beside who says it.
    const near = room && box.width >= 560 ? room : whole;
    seen = sizeOf(box);
    const scaleOf = ({ w, h }) => Math.min(box.width / (w + 2 * edge), box.height / (h + 2 * edge)) || 1;
    const scale = scaleOf(near), wide = box.width / scale, high = box.height / scale;
    const x = kept(near.x + near.w / 2, wide, floor.width), y = kept(near.y + near.h / 2, high, floor.height);
    plan.setAttribute("viewBox", `${x - wide / 2} ${y - high / 2} ${wide} ${high}`);
    // Names of some 13 pixels, and faces in proportion.
    small = Math.min(1, 8.7 / scale);
    for (const [, { name, size }] of rooms) name.style.fontSize = `${size * small}px`;
  }
  function drawFloor() {
    plan.classList.add("furnished");
    $("floor").style.setProperty("--shape", floor.width / floor.height);
    for (const room of floor.rooms)
      rooms.set(room.id, { rect: drawn(plan, "rect", { class: "r", x: room.x, y: room.y, width: room.w, height: room.h }) });
    for (const room of floor.rooms) {
      // Where walls have a face, names hang on it.
      const size = Math.min(1.5, (room.w - 2) / Math.max(1, room.name.length) * 1.7);
      Object.assign(rooms.get(room.id), { size, name: drawn(plan, "text", { x: room.x + 1.4, y: room.y + 1.7 }, room.name) });
    }
    members.forEach((member, m) => {
      const group = drawn(plan, "g", { class: `m ${face(m)}` });
      drawn(group, "title", {}, member.role ? `${member.name}, ${member.role}` : member.name);
      drawn(group, "circle", { class: "ring", r: disc * 1.24, "stroke-width": disc * 0.3 });
      drawn(group, "circle", { class: "disc", r: disc });
      mark(group, 0, 0, disc, member.letter);
      plates.push([drawn(group, "text", { class: "name" }, short(member.name, 14)), drawn(group, "text", { class: "task" })]);
      seats.push(group);
    });
    showScene();
  }
  const short = (text, most) => (text.length > most ? text.slice(0, most - 1).trimEnd() + "…" : text);
  // A name stands below its face, else at its right or above it, else nowhere; what somebody is at stands below the name.
  const LETTER = 0.56, NAME = 1.5, TASK = 1.2;
  function placePlates() {
    const rim = disc * small, taken = scene.places.map(([x, y]) => [x - rim, y - rim, x + rim, y + rim]);
    const free = (box) => box[0] > -edge && box[2] < floor.width + edge && box[3] < floor.height + edge
      && taken.every((other) => box[2] <= other[0] || box[0] >= other[2] || box[3] <= other[1] || box[1] >= other[3]);
    const order = members.map((_, m) => m).sort((a, b) => scene.in.includes(b) - scene.in.includes(a));
    for (const m of order) {
      const [name, task] = plates[m], [x, y] = scene.places[m], doing = short((scene.doing && scene.doing[m]) || "", 26);
      task.textContent = doing;
      const wide = name.textContent.length * NAME * LETTER, long = doing.length * TASK * LETTER;
      const tries = [["middle", 0, disc + NAME], ["start", disc + 0.4, NAME * 0.35], ["middle", 0, -disc - 0.5]].map(([anchor, dx, dy]) => {
        const left = (anchor === "middle" ? dx - wide / 2 : dx) - 0.3, box = [left, dy - NAME * 0.9, left + wide + 0.6, dy + 0.3];
        return { anchor, dx, dy, box: box.map((at, i) => (i % 2 ? y : x) + at * small) };
      });
      const found = tries.find(({ box }) => free(box));
      name.style.display = found ? "" : "none";
      task.style.display = "none";
      if (!found) continue;
      for (const [text, size, low] of [[name, NAME, 0], [task, TASK, TASK * 1.15]]) {
        text.setAttribute("text-anchor", found.anchor);
        text.setAttribute("x", found.dx);
        text.setAttribute("y", found.dy + low);
        text.style.fontSize = `${size}px`;
      }
      taken.push(found.box);
      const left = found.anchor === "middle" ? x - long * small / 2 : found.box[0], top = found.box[3];
      const below = [left, top, left + long * small, top + TASK * 1.1 * small];
      if (doing && free(below)) {
        task.style.display = "";
        taken.push(below);
      }
    }
    seats.forEach((seat, m) => {
      const doing = scene.doing && scene.doing[m], who = [members[m].name, members[m].role].filter(Boolean).join(", ");
      seat.querySelector("title").textContent = doing ? `${who}: ${doing}` : who;
    });
  }
  // Who is where: it changes only from scene to scene.
  function showScene() {
    for (const [id, { rect, name }] of rooms) {
      rect.setAttribute("class", id === scene.room ? "r lit" : "r");
      name.setAttribute("class", id === scene.room ? "lit-name" : "");
    }
    const room = floor.rooms.find((each) => each.id === scene.room);
    lookAt(room);
    seats.forEach((seat, m) => (seat.style.transform = `translate(${scene.places[m][0]}px,${scene.places[m][1]}px) scale(${small})`));
    placePlates();
    const where = room ? room.name : floor.scenes ? say.desks : "";
    const head = scene.n ? [fill(say.scene, { scene: scene.n }), scene.clock] : [];
    $("floor-side").textContent = [...head, where, fill(say.present, { n: scene.in.length })].filter(Boolean).join(" · ");
  }
  function showFloor(turn) {
    const now = sceneAt(shown);
    if (now !== scene || sizeOf($("floor").getBoundingClientRect()) !== seen) {
      scene = now;
      showScene();
    }
    seats.forEach((seat, m) => {
      const part = turn && turn.m === m ? "speaks" : scene.in.includes(m) ? "hush" : "away";
      seat.setAttribute("class", `m ${face(m)} ${part}${walking ? " moves" : ""}`);
    });
    bubble.hidden = !turn;
    $("wedge").replaceChildren();
    if (!turn) return;
    if (turn.m >= 0) plan.append(seats[turn.m]);
    const [name, text, other, thought] = bubble.children;
    name.textContent = turn.staged ? "" : nameOf(turn.m);
    $("wedge").classList.toggle("staged", Boolean(turn.staged));
    text.textContent = turn.text;
    other.textContent = (translations && turn.other) || "";
    other.hidden = !other.textContent;
    thought.textContent = thoughtsOf(turn).map((each) => `[${each}]`).join("\n");
    thought.hidden = !thought.textContent;
    placeBubble(turn);
  }
  // Beside the speaker if there is room, never over them, and over as few others as can be.
  function placeBubble(turn) {
    const box = $("floor").getBoundingClientRect(), matrix = plan.getScreenCTM(), wedge = $("wedge");
    wedge.replaceChildren();
    if (!matrix) return;
    const spot = ([px, py]) => [px * matrix.a + matrix.e - box.left, py * matrix.d + matrix.f - box.top];
    const speaks = turn.m >= 0, [sx, sy] = speaks ? scene.places[turn.m] : [0, 0];
    const holds = (each) => sx >= each.x && sy >= each.y && sx <= each.x + each.w && sy <= each.y + each.h;
    const room = floor.rooms.find((each) => each.id === scene.room) || (speaks && floor.rooms.find(holds)) || { x: 0, y: 0, w: floor.width, h: floor.height };
    const [x, y] = spot(speaks ? [sx, sy] : [room.x + room.w / 2, room.y + room.h / 2]);
    const [left, top] = spot([room.x, room.y]), [right, bottom] = spot([room.x + room.w, room.y + room.h]);
    const rim = disc * small * matrix.a * 1.35, gap = rim + 12, width = bubble.offsetWidth, height = bubble.offsetHeight;
    const beside = y - height * 0.5, over = x - width * 0.5;
    const heads = scene.places.map(spot);
    const near = [
      [x - gap - width, beside], [x + gap, beside], [over, y - gap - height], [over, y + gap],
      [left - 14 - width, beside], [right + 14, beside], [over, top - 14 - height], [over, bottom + 14],
    ];
    // Where each of these hides a face, somewhere else there may be room for all.
    const anywhere = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((i) => [0, 1, 2, 3, 4, 5, 6].map((j) => [i / 8 * (box.width - width), j / 6 * (box.height - height)]));
    const tried = [...near, ...anywhere].map(([bx, by]) => {
      const at = [Math.max(4, Math.min(bx, box.width - width - 4)), Math.max(0, Math.min(by, box.height - height - 4))];
      let cost = Math.hypot(at[0] + width / 2 - x, at[1] + height / 2 - y) / 40;
      heads.forEach(([hx, hy], m) => {
        const near = hx > at[0] - rim && hx < at[0] + width + rim && hy > at[1] - rim && hy < at[1] + height + rim;
        if (near) cost += m === turn.m ? 1000 : scene.in.includes(m) ? 60 : 25;
      });
      return { at, cost };
    });
    const [bx, by] = tried.reduce((best, each) => (each.cost < best.cost ? each : best)).at;
    bubble.className = `bubble ${face(turn.m)}${turn.staged ? " staged" : ""}`;
    bubble.style.transform = `translate(${bx}px,${by}px)`;
    if (!speaks) return;
    // From the bubble's nearest point to the rim of the speaker's disc.
    const nx = Math.max(bx + 12, Math.min(x, bx + width - 12)), ny = Math.max(by + 12, Math.min(y, by + height - 12));
    const far = Math.hypot(x - nx, y - ny) || 1, [ux, uy] = [(x - nx) / far, (y - ny) / far];
    const [tx, ty] = [x - ux * rim, y - uy * rim];
    drawn(wedge, "path", { class: face(turn.m), d: `M${nx - uy * 4} ${ny + ux * 4}L${tx} ${ty}L${nx + uy * 4} ${ny - ux * 4}z` });
  }

  // Speaker flow: one lane a member, at most a window of turns.
  const lanes = $("lanes");
  function showFlow() {
    lanes.replaceChildren();
    const width = lanes.clientWidth - 28, rows = members.length + (hasDirector ? 1 : 0), step = window.innerHeight < 800 ? 19 : 23, labels = 84;
    if (width < 60) return;
    const room = Math.max(8, Math.floor((width - labels) / 13));
    const from = last <= room ? 0 : Math.max(0, Math.min(last - room, shown - Math.floor(room * 0.7)));
    const many = Math.min(last, room), each = (width - labels) / Math.max(many, Math.min(run.planned, room), 1);
    const svg = drawn(lanes, "svg", { width, height: rows * step + 6 });
    const laneOf = (m) => (m < 0 ? rows - 1 : m) * step + step / 2 + 2;
    const at = (i) => labels + (i - from + 0.5) * each;
    for (let row = 0; row < rows; row++) {
      const y = row * step + step / 2 + 2, m = row < members.length ? row : -1, name = nameOf(m);
      const label = drawn(svg, "text", { x: 0, y: y + 4 }, name.length > 12 ? name.slice(0, 11) + "…" : name);
      drawn(label, "title", {}, name);
      drawn(svg, "line", { class: "lane", x1: labels, x2: width, y1: y, y2: y });
    }
    for (let i = from; i < from + many - 1; i++) {
      const [x1, y1, x2, y2] = [at(i), laneOf(turns[i].m), at(i + 1), laneOf(turns[i + 1].m)], bend = (x1 + x2) / 2;
      drawn(svg, "path", { class: `cap-line ${face(turns[i + 1].m)} ${i + 1 >= shown ? "later" : ""}`, d: `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}` });
    }
    for (let i = from; i < from + many; i++) {
      const turn = turns[i], size = Math.max(9, Math.min(each * 0.86, 5 + counts[i] * 1.1)), y = laneOf(turn.m);
      const look = { class: `pill ${face(turn.m)} ${i >= shown ? "later" : ""}` };
      const pill = turn.m < 0
        ? drawn(svg, "rect", { ...look, x: at(i) - 5, y: y - 5, width: 10, height: 10, transform: `rotate(45 ${at(i)} ${y})` })
        : drawn(svg, "rect", { ...look, x: at(i) - size / 2, y: y - 5.5, width: size, height: 11, rx: 5.5 });
      drawn(pill, "title", {}, `${say.turn} ${turn.n} · ${nameOf(turn.m)} · ${counts[i]} ${say.words}`);
      pill.addEventListener("click", () => { stop(); show(i + 1); });
    }
    if (shown) drawn(svg, "line", { class: "here", x1: at(shown - 1), x2: at(shown - 1), y1: 0, y2: rows * step + 4 });
    $("flow-side").textContent = place();
  }

  // Why this speaker: the very numbers of the selection's event.
  function showWhy(turn) {
    const panel = $("why");
    panel.replaceChildren();
    if (!turn) { panel.append(element("p", { class: "nothing" }, last ? say.before_first : say.no_turns)); return; }
    const why = turn.why, title = element("p", { class: "title" });
    title.append(element("span", {}, fill(say.why, { name: nameOf(turn.m), turn: turn.n })));
    const drew = why && why.draw >= 0;
    title.append(element("span", {}, drew ? `${say.draw} ${fixed(why.draw)}` : ""));
    panel.append(title);
    if (!drew) {
      panel.append(element("p", { class: "nothing" }, why ? `${why.policy}: ${why.reason}` : scene.why || say.why_empty));
      return;
    }
    const bars = why.bars.filter((bar) => bar[7] > 0 || bar[6] > 0).sort((a, b) => b[7] - a[7]);
    const whole = Math.max(...bars.map(([, base, affinity, , jitter, bonus]) => base + affinity + Math.max(0, jitter) + bonus), 0.01);
    const grid = element("div", { class: "bars" });
    for (const [m, base, affinity, recency, jitter, bonus, weight, chance] of bars) {
      const chosen = m === turn.m ? " chosen" : "";
      grid.append(element("span", { class: "name" + chosen, title: nameOf(m) }, nameOf(m)));
      const stack = element("span", { class: `stack ${face(m)}`, title: fixed(weight, 3) });
      let reached = 0;
      for (const [kind, size] of [["base", base], ["affinity", affinity], ["bonus", bonus], ["jitter", Math.max(0, jitter)]]) {
        if (size <= 0) continue;
        stack.append(element("i", { class: kind, style: `left:${100 * reached / whole}%;width:${100 * size / whole}%` }));
        reached += size;
      }
      const off = -recency + Math.max(0, -jitter);
      if (off > 0.004) stack.append(element("i", { class: "off", style: `left:${100 * (reached - off) / whole}%;width:${100 * off / whole}%` }));
      grid.append(stack, element("span", { class: "terms" }, `${signed(affinity)} ${signed(recency)} ${signed(jitter)}`));
      grid.append(element("span", { class: "share" + chosen }, `${Math.round(100 * chance)} %`));
    }
    const strip = element("div", { class: "strip", title: `${say.draw} ${fixed(why.draw, 4)}` });
    for (const bar of why.bars)
      if (bar[7] > 0) strip.append(element("i", { class: face(bar[0]) + (bar[0] === turn.m ? " chosen" : ""), style: `width:${100 * bar[7]}%`, title: nameOf(bar[0]) }));
    strip.append(element("u", { style: `left:${100 * why.draw}%` }));
    const legend = element("p", { class: "legend" });
    const bonuses = bars.some((bar) => bar[5] > 0);
    for (const [kind, text] of [["base", say.base], ["affinity", say.affinity], ...(bonuses ? [["bonus", say.bonus]] : []), ["jitter", say.jitter], ["off", say.share]])
      legend.append(element("span", { class: kind }, text));
    panel.append(grid, strip, legend);
  }

  // A story: what is said in this turn.
  function showTale(turn) {
    $("tale-place").replaceChildren();
    if (!turn) return;
    const said = element("div", { class: `speech ${face(turn.m)}${turn.staged ? " staged" : ""}` }), words = element("div");
    if (!turn.staged) words.append(element("b", { dir: "auto" }, nameOf(turn.m)));
    words.append(element("p", { class: "text", dir: "auto" }, turn.text));
    for (const each of thoughtsOf(turn)) words.append(element("p", { class: "thought", dir: "auto" }, `[${each}]`));
    if (!turn.staged) said.append(element("span", { class: `face ${face(turn.m)}`, "aria-hidden": "true" }, turn.m < 0 ? "◆" : members[turn.m].letter));
    said.append(words);
    $("tale-place").append(said);
  }

  // Affinity network: laid out once, so that it stays still.
  const graph = $("graph");
  // In a story everybody's trust is in the player, who stands in the middle of those who have any.
  const linkedTo = new Set(pairs.flatMap(([a, b]) => [a, b]));
  const apart = (m) => run.trust && m !== run.player && !linkedTo.has(m);
  function around() {
    const ring = members.map((_, m) => m).filter((m) => m !== run.player && !apart(m));
    return members.map((_, m) => {
      const angle = (2 * Math.PI * ring.indexOf(m)) / Math.max(1, ring.length) - Math.PI / 2;
      return m === run.player || apart(m) ? [0.5, 0.5] : [0.5 + 0.5 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle)];
    });
  }
  function layout() {
    if (run.trust) return around();
    const spots = members.map((_, i) => {
      const angle = (2 * Math.PI * i) / members.length - Math.PI / 2;
      return [Math.cos(angle), Math.sin(angle)];
    });
    const rounds = members.length > 60 ? 40 : 160, ideal = 1.6 / Math.sqrt(Math.max(members.length, 1));
    for (let round = 0; round < rounds && members.length > 2; round++) {
      const heat = 0.08 * (1 - round / rounds), push = spots.map(() => [0, 0]);
      for (let a = 0; a < spots.length; a++)
        for (let b = a + 1; b < spots.length; b++) {
          const dx = spots[a][0] - spots[b][0], dy = spots[a][1] - spots[b][1], far = Math.hypot(dx, dy) || 0.01;
          const force = (ideal * ideal) / (far * far);
          push[a][0] += dx * force; push[a][1] += dy * force; push[b][0] -= dx * force; push[b][1] -= dy * force;
        }
      for (const [a, b, , affinity] of pairs) {
        const dx = spots[a][0] - spots[b][0], dy = spots[a][1] - spots[b][1], far = Math.hypot(dx, dy);
        const force = (far / ideal) * affinity * affinity * 0.35;
        push[a][0] -= dx * force; push[a][1] -= dy * force; push[b][0] += dx * force; push[b][1] += dy * force;
      }
      spots.forEach((spot, i) => {
        const size = Math.hypot(push[i][0], push[i][1]) || 1, go = Math.min(size, heat) / size;
        spot[0] += push[i][0] * go; spot[1] += push[i][1] * go;
      });
    }
    const xs = spots.map((spot) => spot[0]), ys = spots.map((spot) => spot[1]);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return spots.map(([x, y]) => [right - left < 0.01 ? 0.5 : (x - left) / (right - left), bottom - top < 0.01 ? 0.5 : (y - top) / (bottom - top)]);
  }
  const spots = layout();
  let pointed = null;
  function affinityNow(pair) { return shown >= last ? pair[3] : pair[2]; }
  function showGraph(turn) {
    graph.replaceChildren();
    const width = graph.clientWidth, height = graph.clientHeight;
    if (width < 60 || height < 60) return;
    const svg = drawn(graph, "svg", { width, height });
    const talk = members.map(() => 0);
    for (let i = 0; i < shown; i++) if (turns[i].m >= 0) talk[turns[i].m] += counts[i];
    const whole = talk.reduce((a, b) => a + b, 0) || 1, few = members.length <= 24;
    const biggest = few ? Math.min(22, height / 9) : 260 / members.length + 3;
    const radius = (m) => biggest * (0.55 + 0.45 * Math.min(1, (talk[m] / whole) * members.length / 2));
    const at = (m) => [biggest + 22 + spots[m][0] * (width - 2 * biggest - 44), biggest + 6 + spots[m][1] * (height - 2 * biggest - (few ? 28 : 12))];
    const close = shown > 1 && turn && turn.m >= 0 ? [turns[shown - 2].m, turn.m] : null;
    const crowded = pairs.length > 300, moved = shown >= last && pairs.filter((pair) => pair[4]);
    const told = moved && moved.length ? moved.reduce((a, b) => (Math.abs(b[3] - b[2]) > Math.abs(a[3] - a[2]) ? b : a)) : pairOf(close);
    for (const pair of pairs) {
      const affinity = affinityNow(pair), away = affinity - 0.5;
      const kind = away < -0.1 ? "tense" : away > 0.1 ? "warm" : "";
      if (crowded && Math.abs(away) < 0.2) continue;
      const [x1, y1] = at(pair[0]), [x2, y2] = at(pair[1]), ends = { x1, y1, x2, y2 };
      drawn(svg, "line", { ...ends, class: "edge " + kind, "stroke-width": crowded ? 0.8 : 1.4 + 5 * Math.max(0, away) + 2.4 * Math.max(0, -away) });
      if (crowded) continue;
      const grab = drawn(svg, "line", { ...ends, class: "grab" });
      grab.addEventListener("pointerenter", () => { pointed = pair; showPair(pair); });
      grab.addEventListener("pointerleave", () => { pointed = null; showPair(told); });
    }
    members.forEach((member, m) => {
      if (apart(m)) return;
      const [x, y] = at(m), r = radius(m), group = drawn(svg, "g", { class: `m ${face(m)} ${turn && turn.m === m ? "speaks" : ""}` });
      drawn(group, "title", {}, member.name);
      drawn(group, "circle", { class: "halo", cx: x, cy: y, r: r + 4 });
      drawn(group, "circle", { class: "disc", cx: x, cy: y, r });
      if (r > 5) mark(group, x, y, r, member.letter);
      if (!few) return;
      const label = drawn(group, "text", { class: "label", x, y: y + r + 14 }, member.name.length > 16 ? member.name.slice(0, 15) + "…" : member.name);
      const half = label.getComputedTextLength() / 2 + 4;
      label.setAttribute("x", Math.max(half, Math.min(width - half, x)));
    });
    if (!pointed) showPair(told);
  }
  const pairOf = (two) => two && pairs.find(([a, b]) => (a === two[0] && b === two[1]) || (a === two[1] && b === two[0]));
  function showPair(pair) {
    const line = $("pair");
    line.replaceChildren();
    if (!pair) return;
    const [a, b, before, after, reason] = pair, change = after - before;
    line.append(element("b", {}, `${nameOf(a)} – ${nameOf(b)} ${linked(affinityNow(pair))}`));
    if (Math.abs(change) > 0.0001 && shown >= last) {
      line.append(" ", element("b", { class: change > 0 ? "up" : "down" }, `${moved(change)} ${say.this_run}`));
      if (reason) line.append(element("span", { class: "faint" }, reason));
    }
  }

  // Transcript and timeline.
  const rows = [...document.querySelectorAll("#rows > li[data-turn]")];
  function showRows(follow) {
    let current = null;
    for (const row of rows) {
      const number = Number(row.dataset.turn), turnRow = row.classList.contains("row");
      row.classList.toggle("later", number > shown && shown < last);
      const now = turnRow && number === shown;
      row.classList.toggle("now", now);
      if (now) current = row;
    }
    if (!follow) return;
    const list = $("rows");
    if (!current) { list.scrollTop = 0; return; }
    reveal(list, current, 4);
  }
  // Rows that were never in sight have a guessed height: once they are drawn it takes another step or two.
  function reveal(list, row, steps) {
    const box = list.getBoundingClientRect(), mine = row.getBoundingClientRect();
    if (mine.top < box.top + 8 || mine.bottom > box.bottom - 60) list.scrollTop += mine.top - box.top - box.height * 0.6;
    if (steps > 1) requestAnimationFrame(() => { if (row.classList.contains("now")) reveal(list, row, steps - 1); });
  }
  function showTimeline() {
    const svg = $("dots"), width = svg.clientWidth, edge = 9, y = 17;
    svg.replaceChildren();
    drawn(svg, "rect", { class: "track", x: edge, y: y - 1.5, width: Math.max(0, width - 2 * edge), height: 3, rx: 1.5 });
    const x = (n) => edge + ((width - 2 * edge) * n) / Math.max(1, last);
    if (last <= width / 7) {
      turns.forEach((turn, i) => drawn(svg, "circle", { class: `dot ${face(turn.m)} ${i >= shown ? "later" : ""}`, cx: x(i + 1), cy: y, r: 4 }));
    } else {
      // Too many for dots: a strip in the colours of whoever spoke most in each stretch.
      const pieces = Math.floor(width / 4);
      for (let piece = 0; piece < pieces; piece++) {
        const from = Math.floor((piece * last) / pieces), until = Math.max(from + 1, Math.floor(((piece + 1) * last) / pieces));
        const tally = new Map();
        for (let i = from; i < until; i++) tally.set(turns[i].m, (tally.get(turns[i].m) || 0) + counts[i] + 1);
        const most = [...tally].sort((a, b) => b[1] - a[1])[0][0];
        drawn(svg, "rect", { class: `dot ${face(most)} ${from >= shown ? "later" : ""}`, x: x(from), y: y - 4, width: Math.max(1, x(until) - x(from) - 0.6), height: 8 });
      }
    }
  }
  // Through one member's eyes: what never reached them is grey, what others thought is closed, their memories stand above.
  const heardBy = (row, m) => row.dataset.heard === undefined || row.dataset.heard.split(" ").includes(String(m));
  function look(m) {
    lens = m;
    for (const row of rows) {
      const turn = row.classList.contains("row") ? turns[Number(row.dataset.turn) - 1] : null;
      row.classList.toggle("missed", lens >= 0 && !row.classList.contains("seen") && !heardBy(row, lens));
      row.classList.toggle("mine", lens >= 0 && heardBy(row, lens));
      row.classList.toggle("closed", lens >= 0 && turn !== null && turn.m !== lens);
    }
    show(shown);
  }
  function showMemories() {
    const at = $("lived");
    at.hidden = lens < 0;
    if (lens < 0) return;
    const kept = run.memories[lens].filter(([, , turn]) => turn <= shown).reverse();
    const told = kept.map(([kind, text, turn]) => {
      const line = element("p", { dir: "auto" });
      line.append(element("b", {}, turn ? `${kind} · ${turn}` : kind), text);
      return line;
    });
    at.replaceChildren(element("h3", {}, fill(say.remembers, { name: members[lens].name })), ...(told.length ? told : [element("p", {}, say.remembers_nothing)]));
  }
  // A duologue: its last lines facing each other, what was taken over, and how alike the two sound.
  const duo = run.duologue;
  function marked(text, taken) {
    const whole = element("p", { class: "text", dir: "auto" });
    let end = 0;
    for (const [start, length] of taken) {
      whole.append(text.slice(end, start), element("u", {}, text.slice(start, start + length)));
      end = start + length;
    }
    whole.append(text.slice(end));
    return whole;
  }
  function showDuo(turn) {
    const box = $("duo"), threads = $("duo-threads");
    box.replaceChildren(threads);
    $("duo-side").textContent = turn && duo.taken[shown - 1].length ? fill(say.taken_over, { name: nameOf(1 - Math.max(0, turn.m)) }) + ": " + duo.taken[shown - 1].map(([start, length]) => turn.text.slice(start, start + length)).join(", ") : "";
    for (let n = Math.max(1, shown - 5); n <= shown; n++) {
      const { m, text, staged } = turns[n - 1], said = element("div", { class: `line ${face(m)} ${m === 1 ? "right" : "left"}${n === shown ? " now" : ""}${staged ? " staged" : ""}` });
      const head = element("p", { class: "who" });
      head.append(element("b", { dir: "auto" }, staged ? "" : nameOf(m)), element("span", { class: "number" }, String(n)));
      said.append(head, marked(text, duo.taken[n - 1]), ...thoughtsOf(turns[n - 1]).map((each) => element("p", { class: "thought", dir: "auto" }, `[${each}]`)));
      box.append(said);
    }
    box.scrollTop = box.scrollHeight;
    const lines = [...box.querySelectorAll(".line")], left = box.getBoundingClientRect().left, top = box.getBoundingClientRect().top - box.scrollTop;
    threads.replaceChildren();
    threads.style.height = `${box.scrollHeight}px`;
    const at = (line, end) => { const r = line.getBoundingClientRect(), right = line.classList.contains("right"); return [(right ? r.left : r.right) - left, r.top - top + (end ? 16 : r.height / 2)]; };
    for (let i = 1; i < lines.length; i++) {
      if (lines[i - 1].classList.contains("right") === lines[i].classList.contains("right")) continue;
      const [x1, y1] = at(lines[i - 1], false), [x2, y2] = at(lines[i], true), middle = (x1 + x2) / 2;
      drawn(threads, "path", { class: face(turns[shown - lines.length + i].m), d: `M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}` });
      drawn(threads, "circle", { class: face(turns[shown - lines.length + i].m), cx: x2, cy: y2, r: 4 });
    }
    showCurve();
  }
  function showCurve() {
    const box = $("duo-curve");
    box.replaceChildren();
    const width = box.clientWidth - 28, height = box.clientHeight - 10;
    if (width < 60 || height < 40) return;
    const svg = drawn(box, "svg", { width, height, role: "img", "aria-label": say.convergence }), side = 150;
    const x = (n) => 36 + ((width - side - 46) * (n - 1)) / Math.max(1, last - 1), y = (value) => 8 + (height - 30) * (1 - value);
    for (const value of [0, 0.25, 0.5, 0.75, 1]) {
      drawn(svg, "line", { class: "rule", x1: 36, x2: width - side - 10, y1: y(value), y2: y(value) });
      drawn(svg, "text", { class: "axis", x: 30, y: y(value) + 4, "text-anchor": "end" }, fixed(value));
    }
    const line = (values, kind, until) => {
      const points = values.slice(0, until).flatMap((value, i) => (value === null ? [] : [`${x(i + 1)},${y(value)}`]));
      if (points.length > 1) drawn(svg, "polyline", { class: kind, points: points.join(" ") });
    };
    if (duo.threshold !== null) drawn(svg, "line", { class: "threshold", x1: 36, x2: width - side - 10, y1: y(duo.threshold), y2: y(duo.threshold) });
    Object.values(duo.parts).forEach((values, i) => line(values, `component c${i}`, shown));
    line(duo.scores, "score later", last);
    line(duo.scores, "score", shown);
    duo.scores.forEach((value, i) => { if (value !== null && last < 240) drawn(svg, "circle", { class: `dot ${face(turns[i].m)}${i >= shown ? " later" : ""}`, cx: x(i + 1), cy: y(value), r: i + 1 === shown ? 5 : 3 }); });
    const now = shown ? duo.scores[shown - 1] : null;
    $("duo-score").textContent = now === null || now === undefined ? "" : fixed(now);
    const told = Object.entries(duo.parts).map(([name, values], i) => [name, shown ? values[shown - 1] : null, `component c${i}`]);
    if (duo.threshold !== null) told.push([fill(say.threshold, { value: fixed(duo.threshold) }), null, "threshold"]);
    told.forEach(([name, value, kind], i) => {
      drawn(svg, "line", { class: kind, x1: width - side, x2: width - side + 18, y1: 16 + i * 18, y2: 16 + i * 18 });
      drawn(svg, "text", { class: "axis", x: width - side + 24, y: 20 + i * 18 }, name);
      if (value !== null && value !== undefined) drawn(svg, "text", { class: "axis", x: width - 4, y: 20 + i * 18, "text-anchor": "end" }, fixed(value));
    });
  }
  const place = () => (shown ? `${say.turn} ${shown} ${say.of} ${last}` : say.before_first);

  const showStage = duo ? showDuo : story ? showTale : showFloor;
  function show(n, follow = true) {
    shown = Math.max(0, Math.min(last, n));
    const turn = shown ? turns[shown - 1] : null;
    $("scrub").value = shown;
    $("scrub").setAttribute("aria-valuetext", place());
    $("where").textContent = place();
    showRows(follow);
    showMemories();
    showStage(turn);
    if (!story && !duo) {
      showFlow();
      showWhy(turn);
    }
    showGraph(turn);
    showTimeline();
  }

  function stop() {
    clearTimeout(playing);
    playing = 0;
    paintPlay();
  }
  function paintPlay() {
    $("play-icon").setAttribute("d", playing ? "M4 2.5h3v11H4zM9 2.5h3v11H9z" : "M4 2.5v11l9-5.5z");
    for (const name of ["title", "aria-label"]) $("play").setAttribute(name, playing ? say.pause : say.play);
  }
  function next() {
    if (shown >= last) { stop(); return; }
    show(shown + 1);
    const reading = 900 + 42 * turns[shown - 1].text.length;
    playing = setTimeout(next, Math.min(reading, 9000) / Number($("speed").value));
  }
  function toggle() {
    if (playing) { stop(); return; }
    if (!last) return;
    if (shown >= last) show(0);
    playing = 1;
    next();
    paintPlay();
  }
  const step = (by) => { stop(); show(shown + by); };

  $("play").addEventListener("click", toggle);
  $("back").addEventListener("click", () => step(-1));
  $("on").addEventListener("click", () => step(1));
  $("scrub").max = last;
  $("scrub").addEventListener("input", () => { stop(); show(Number($("scrub").value)); });
  $("rows").addEventListener("click", (event) => {
    const row = event.target.closest("li.row");
    if (!row || String(window.getSelection())) return;
    event.preventDefault();
    stop();
    show(Number(row.dataset.turn), false);
  });
  const box = $("thoughts");
  function setThoughts(on) {
    thoughts = on;
    if (box) box.checked = on;
    document.documentElement.classList.toggle("no-thoughts", !on);
    showStage(shown ? turns[shown - 1] : null);
  }
  if (box) box.addEventListener("change", () => setThoughts(box.checked));
  $("lens").addEventListener("change", () => look(Number($("lens").value)));
  const otherBox = $("other");
  if (otherBox) otherBox.addEventListener("change", () => {
    translations = otherBox.checked;
    document.documentElement.classList.toggle("with-other", translations);
    showStage(shown ? turns[shown - 1] : null);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("select")) return;
    const onButton = event.target.matches("button, input[type=checkbox], a"), onRange = event.target.matches("input[type=range]");
    if (event.key === " " && onButton) return;
    const keys = { " ": toggle, ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => step(-last), End: () => step(last), t: () => setThoughts(!thoughts), T: () => setThoughts(!thoughts) };
    const act = keys[event.key];
    if (!act || (onRange && event.key.startsWith("Page"))) return;
    event.preventDefault();
    act();
  });
  let waiting = 0;
  window.addEventListener("resize", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => show(shown, false));
  });

  if (duo) document.documentElement.classList.add("duologue");
  else if (!story) drawFloor();
  // The page does not scroll to a turn: it shows it.
  for (const row of rows) row.removeAttribute("id");
  const wanted = /^#t(\d+)$/.exec(location.hash);
  show(wanted ? Number(wanted[1]) : 1, Boolean(wanted));
  // What is told below the replay is one click away, so that the page fits; on paper all of it stands.
  const after = $("after");
  after.open = false;
  let opened = false;
  window.addEventListener("beforeprint", () => { opened = after.open; after.open = true; });
  window.addEventListener("afterprint", () => { after.open = opened; });
  // Nobody walks to where they are when the page opens.
  requestAnimationFrame(() => requestAnimationFrame(() => (walking = Boolean(floor.scenes))));
})();
