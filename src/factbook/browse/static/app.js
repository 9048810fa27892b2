// What pages do by themselves: theme, layers, lit places, graphs. Every page can be read without it.
"use strict";

const root = document.documentElement;
const colour = (name) => getComputedStyle(root).getPropertyValue(name).trim();

function dark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function keep(storage, name, value) {
  try { storage.setItem(name, value); } catch (_) { /* no storage */ }
}

function kept(storage, name) {
  try { return storage.getItem(name); } catch (_) { return null; }
}

// Theme
document.getElementById("theme")?.addEventListener("click", () => {
  root.dataset.theme = dark() ? "light" : "dark";
  keep(localStorage, "factbook-theme", root.dataset.theme);
  document.querySelectorAll(".graph").forEach((place) => place.redraw?.());
});

// "/" goes to the search field
document.addEventListener("keydown", (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    document.getElementById("find")?.focus();
  }
});

// Layers stay as they were on the last document
for (const box of document.querySelectorAll(".layer")) {
  if (kept(localStorage, `factbook-layer-${box.dataset.layer}`) === "off") box.checked = false;
  box.addEventListener("change", () => keep(localStorage, `factbook-layer-${box.dataset.layer}`, box.checked ? "on" : "off"));
}

// A note, and the address of the page, light their places in the text: an anchor and so many characters after it
function pieces(name) {
  const place = document.getElementById(name);
  const [, start, end] = name.match(/^c(\d+)-(\d+)$/) || [];
  const found = [];
  if (!place || !end) return found;
  const walker = document.createTreeWalker(place.closest(".text"), NodeFilter.SHOW_TEXT);
  walker.currentNode = place;
  for (let left = end - start; left > 0 && walker.nextNode(); left -= walker.currentNode.length) {
    const piece = walker.currentNode.parentElement.closest(".k");
    if (piece) found.push(piece);
  }
  return found;
}
function light(item, on) {
  for (const name of item.dataset.spans.trim().split(/\s+/)) {
    for (const piece of pieces(name)) piece.classList.toggle("lit", on);
  }
}
function aim() {
  for (const piece of document.querySelectorAll(".text .aim")) piece.classList.remove("aim");
  for (const piece of pieces(decodeURIComponent(location.hash.slice(1)))) piece.classList.add("aim");
}
addEventListener("hashchange", aim);
aim();
for (const item of document.querySelectorAll("[data-spans]")) {
  for (const name of ["mouseenter", "focusin"]) item.addEventListener(name, () => light(item, true));
  for (const name of ["mouseleave", "focusout"]) item.addEventListener(name, () => light(item, false));
}

// The token is kept for this tab only
for (const field of document.querySelectorAll("input.token")) {
  field.value = kept(sessionStorage, "factbook-token") || "";
  field.form.addEventListener("submit", () => keep(sessionStorage, "factbook-token", field.value));
}

// Graphs
const TYPES = { PER: "--per", ORG: "--org", GPE: "--gpe", LOC: "--loc", FAC: "--fac" };
const typeColour = (type) => colour(TYPES[type] || "--other");

function styles() {
  return [
    { selector: "node", style: {
      label: "data(name)", color: colour("--ink"), "font-size": 11, "font-family": "system-ui, sans-serif",
      "text-valign": "bottom", "text-margin-y": 3, "text-wrap": "ellipsis", "text-max-width": 120,
      width: 14, height: 14, "background-color": (node) => typeColour(node.data("type")),
      "text-outline-color": colour("--card"), "text-outline-width": 2 } },
    { selector: "node[?centre]", style: { width: 24, height: 24, "font-size": 13, "font-weight": "bold" } },
    { selector: "edge", style: {
      width: 1.2, "line-color": colour("--line2"), "target-arrow-color": colour("--line2"), "target-arrow-shape": "triangle",
      "arrow-scale": 0.7, "curve-style": "bezier" } },
    { selector: "edge.lit", style: {
      label: "data(label)", "font-size": 9, color: colour("--soft"), "text-rotation": "autorotate",
      "text-background-color": colour("--card"), "text-background-opacity": 0.85, "text-background-padding": 1 } },
    { selector: "edge.pos", style: { "line-color": colour("--pos"), "target-arrow-color": colour("--pos") } },
    { selector: "edge.neg", style: { "line-color": colour("--neg"), "target-arrow-color": colour("--neg") } },
    { selector: "edge.mixed", style: { "line-color": colour("--unsure"), "target-arrow-color": colour("--unsure") } },
    { selector: "edge[count]", style: { width: "mapData(count, 1, 12, 1.2, 7)" } },
  ];
}

function draw(place, elements, layout) {
  const view = cytoscape({
    container: place, elements, layout, style: styles(), minZoom: 0.3, maxZoom: 3,
    userZoomingEnabled: !matchMedia("(pointer: coarse)").matches,
  });
  view.on("tap", "node", (event) => {
    if (event.target.data("href")) location.assign(event.target.data("href"));
  });
  const lit = (on) => (event) => event.target.connectedEdges("[label]").toggleClass("lit", on);
  view.on("mouseover", "node", lit(true));
  view.on("mouseout", "node", lit(false));
  view.on("mouseover mouseout", "edge[label]", (event) => event.target.toggleClass("lit", event.type === "mouseover"));
  place.redraw = () => view.style(styles());
  place.dataset.drawn = String(view.nodes().length);
}

const entityAddress = (id) => `/entity/${encodeURIComponent(id)}`;

async function neighbours(place) {
  const found = await (await fetch(place.dataset.graph)).json();
  const nodes = found.nodes.map((node) => ({ data: { ...node, href: entityAddress(node.id) } }));
  const edges = found.edges.map((edge) => ({ data: edge }));
  draw(place, [...nodes, ...edges], {
    name: "concentric", concentric: (node) => (node.data("centre") ? 2 : 1), levelWidth: () => 1, minNodeSpacing: 46, animate: false, padding: 24,
  });
}

async function attitudes(place) {
  const found = await (await fetch(place.dataset.matrix)).json();
  const nodes = new Map();
  for (const [side, axes] of [["source", found.rows], ["target", found.columns]]) {
    for (const axis of axes) {
      const id = axis.entity ? axis.key : `${side}:${axis.key}`;
      const href = axis.entity ? entityAddress(axis.entity.id) : "";
      nodes.set(id, { data: { id, name: axis.text, type: axis.entity?.type || "", href } });
    }
  }
  const name = (side, key) => (nodes.has(key) ? key : `${side}:${key}`);
  const edges = found.cells.map((cell) => {
    const { pos = 0, neg = 0 } = cell.counts;
    return {
      data: { source: name("source", cell.source), target: name("target", cell.target), count: cell.total },
      classes: pos && neg ? "mixed" : pos ? "pos" : neg ? "neg" : "",
    };
  });
  const used = new Set(edges.flatMap((edge) => [edge.data.source, edge.data.target]));
  draw(place, [...[...nodes.values()].filter((node) => used.has(node.data.id)), ...edges], {
    name: "cose", animate: false, boundingBox: { x1: 0, y1: 0, w: place.clientWidth, h: place.clientHeight }, padding: 30,
    nodeRepulsion: () => 900000, idealEdgeLength: () => 90, edgeElasticity: () => 40, nodeOverlap: 40, gravity: 0.6,
    nestingFactor: 1, numIter: 3000, randomize: false, nodeDimensionsIncludeLabels: true,
  });
}

if (window.cytoscape) {
  for (const place of document.querySelectorAll("[data-graph]")) neighbours(place);
  for (const place of document.querySelectorAll("[data-matrix]")) attitudes(place);
}
