// <dotreel-player>: steps through a clip, beat by beat. It takes over the plain <video>, the
// transcript and the beats' JSON that stand inside it; without this file those work by themselves.
// It stores nothing and asks no server for anything. Times are kept in frames, as the clip has them.
(() => {
  "use strict";
  // The build puts texts.json here.
  const TEXTS = {};
  const NAME = "dotreel-player";
  if (customElements.get(NAME)) return; // pasted twice into one page
  const SWAP = 0.3; // seconds in which a caption takes the place of the one before
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const players = new Set();
  const icon = (path) =>
    `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${path}"/></svg>`;
  const ICONS = {
    back: "M4 3h2v10H4zM13 3v10L7 8z",
    play: "M4 2.5l10 5.5-10 5.5z",
    pause: "M4 3h3v10H4zM9 3h3v10H9z",
    next: "M10 3h2v10h-2zM3 3v10l6-5z",
    repeat: "M8 3a5 5 0 1 0 5 5h-2a3 3 0 1 1-3-3v2.5L12 4 8 .5z",
    stop: "M3 8l5-5v10zM10 3h3v10h-3z",
    captions: "M1 3h14v10H1zM3 6v1.5h6V6zm7 0v1.5h3V6zM3 9v1.5h3V9zm4 0v1.5h6V9z",
    full: "M2 2h5v2H4v3H2zM9 2h5v5h-2V4H9zM2 9h2v3h3v2H2zM12 9h2v5H9v-2h3z",
  };

  function make(tag, name, parent, text) {
    const node = document.createElement(tag);
    if (name) node.className = "dotreel-" + name;
    if (text !== undefined) node.textContent = text;
    if (parent) parent.append(node);
    return node;
  }

  class Player extends HTMLElement {
    static observedAttributes = ["theme"];
    index = -1; // the beat that is shown; -1: the poster still stands
    stopAt = null; // the frame before which to stop
    typed = { at: 0, digits: 0 };

    connectedCallback() {
      players.add(this);
      if (this.video) return; // only moved
      this.video = this.querySelector("video");
      const data = JSON.parse(this.querySelector("script").textContent);
      Object.assign(this, { scene: data.scene, fps: data.fps, beats: data.beats });
      const lang = (this.closest("[lang]")?.lang || "en").split("-")[0];
      this.words = { ...TEXTS.en, ...TEXTS[lang] };
      this.stepping = !this.hasAttribute("continuous");
      this.build();
      this.listen();
      this.pickTheme();
      this.toggleCaptions(this.clientWidth < 640); // the picture's own words are small there
      this.refresh();
    }

    disconnectedCallback() {
      players.delete(this);
      this.video.pause();
    }

    attributeChangedCallback() {
      if (this.video) this.pickTheme();
    }

    // ------------------------------------------------------------------ what a page may call

    /** Play on; with stops, to the end of this step, or of the next one when this is over. */
    play() {
      let start = Math.max(this.index, 0);
      if (this.index >= 0 && this.frame() >= this.beats[start].end - 1) {
        if (this.stepping || start === this.beats.length - 1) {
          start = (start + 1) % this.beats.length;
          this.moveTo(this.beats[start].start);
        }
      }
      return this.run(start);
    }

    pause() {
      this.video.pause();
    }

    /** Go to the start of a beat, by its name or its place from 0; goes on if it was playing. */
    seek({ beat }) {
      const index = typeof beat === "number" ? beat : this.beats.findIndex((b) => b.name === beat);
      if (!this.beats[index]) return false;
      if (calm.matches) return this.showStill(index);
      const { start, end } = this.beats[index];
      // A picture that stands shows the beat's own caption, which first takes the place of another.
      const settled = Math.min(start + Math.ceil(SWAP * this.fps), end - 1);
      this.moveTo(this.video.paused ? settled : start);
      if (!this.video.paused) this.run(index);
      return true;
    }

    next() {
      return this.tell(this.index + 1);
    }

    /** Show the step before as it ended. */
    back() {
      return this.showStill(Math.max(this.index - 1, 0));
    }

    repeat() {
      return this.tell(Math.max(this.index, 0));
    }

    /** Play a beat from its start; where motion is unwelcome, show how it ends. */
    tell(index) {
      if (!this.beats[index]) return false;
      if (calm.matches) return this.showStill(index);
      this.moveTo(this.beats[index].start);
      this.run(index);
      return true;
    }

    // -------------------------------------------------------------------------------- moving

    frame() {
      return Math.floor(this.video.currentTime * this.fps + 0.001);
    }

    moveTo(frame) {
      this.video.currentTime = (frame + 0.5) / this.fps; // the middle of a frame is that frame
      this.show(this.beats.findIndex((beat) => frame < beat.end));
    }

    showStill(index) {
      this.pause();
      this.moveTo(this.beats[index].end - 1);
      this.announce();
      return true;
    }

    run(index) {
      this.stopAt = this.stepping ? this.beats[index].end : null;
      this.show(index);
      return this.video.play().catch(() => {}); // paused again before it began
    }

    /** Follow the video; stop on the last frame of the beat. */
    follow() {
      const frame = this.frame();
      if (!this.video.paused && this.stopAt !== null && frame >= this.stopAt - 1) {
        this.pause();
        this.moveTo(this.stopAt - 1);
        this.announce();
      } else if (this.index >= 0 || frame > 0) {
        const index = this.beats.findIndex((beat) => frame < beat.end);
        this.show(index < 0 ? this.beats.length - 1 : index);
      }
      const beat = this.beats[this.index];
      if (beat) {
        const done = Math.min((frame + 1 - beat.start) / (beat.end - beat.start), 1);
        this.rail[this.index].style.setProperty("--done", done);
      }
    }

    // ------------------------------------------------------------------------------- showing

    show(index) {
      if (index === this.index) return;
      this.index = index;
      const beat = this.beats[index];
      this.caption.textContent = beat.caption;
      const mark = (button, i, value) => {
        if (i === index) button.setAttribute("aria-current", value);
        else button.removeAttribute("aria-current");
        button.tabIndex = i === index ? 0 : -1;
      };
      this.rail.forEach((button, i) => {
        mark(button, i, "step");
        button.style.setProperty("--done", i < index ? 1 : 0);
      });
      this.lines.forEach((button, i) => mark(button, i, "true"));
      if (this.rail.includes(document.activeElement)) this.rail[index].focus();
      const line = this.lines[index].parentElement; // scroll the list, never the page
      const list = line.parentElement;
      list.scrollTop += line.getBoundingClientRect().top - list.getBoundingClientRect().top - 24;
      const detail = { index, scene: this.scene, ...beat };
      this.dispatchEvent(new CustomEvent("dotreel-beat", { bubbles: true, detail }));
    }

    /** Say to a screen reader where we are, when a step ended; not all through a running clip. */
    announce() {
      const [n, count] = [this.index + 1, this.beats.length];
      const values = { n, count, caption: this.beats[this.index].caption };
      this.status.textContent = this.words.where.replace(/{(\w+)}/g, (_, key) => values[key]);
    }

    refresh() {
      const word = this.video.paused ? "play" : "pause";
      this.buttons.play.innerHTML = icon(ICONS[word]);
      make("span", "", this.buttons.play, this.words[word]);
      this.buttons.stop.setAttribute("aria-pressed", this.stepping);
      this.toggleAttribute("playing", !this.video.paused);
    }

    toggleCaptions(on = this.caption.hidden) {
      this.caption.hidden = !on;
      this.buttons.captions.setAttribute("aria-pressed", on);
    }

    pickTheme() {
      const sources = [...this.querySelectorAll("source")];
      const theme = this.getAttribute("theme") || (dark.matches ? "dark" : "light");
      const source = sources.find((one) => one.dataset.theme === theme) || sources[0];
      this.video.poster = source.dataset.poster;
      if (this.video.currentSrc === source.src) return;
      const { currentTime, paused, playbackRate } = this.video;
      Object.assign(this.video, { src: source.src, playbackRate });
      if (this.index >= 0) this.video.currentTime = currentTime;
      if (!paused) this.video.play().catch(() => {});
    }

    // ------------------------------------------------------------------------------ building

    build() {
      const words = this.words;
      this.video.controls = false;
      const stage = make("div", "stage");
      this.video.replaceWith(stage);
      stage.append(this.video);
      stage.title = words.keys;
      this.caption = make("p", "caption", stage);
      const panel = make("div", "panel");
      stage.after(panel);
      const rail = make("ol", "rail", panel);
      rail.setAttribute("role", "list"); // which Safari forgets with the list's marks
      rail.setAttribute("aria-label", words.steps);
      this.rail = this.beats.map((beat, i) => {
        const item = make("li", "", rail);
        item.style.flexGrow = beat.end - beat.start;
        const button = make("button", "", item, i + 1);
        button.setAttribute("aria-label", `${i + 1}: ${beat.caption || beat.name}`);
        button.title = beat.caption || beat.name;
        return button;
      });
      const bar = make("div", "bar", panel);
      this.buttons = {};
      for (const name of ["back", "play", "next", "repeat", "stop", "captions"])
        this.addButton(bar, name);
      const label = make("label", "", bar);
      make("span", "", label, words.speed);
      this.speed = make("select", "", label);
      for (const rate of [0.5, 0.75, 1, 1.25, 1.5, 2])
        this.speed.add(new Option(`${rate}×`, rate, rate === 1, rate === 1));
      if (document.fullscreenEnabled) this.addButton(bar, "full");
      this.status = make("p", "status", panel);
      this.status.setAttribute("role", "status");
      this.lines = [...this.querySelectorAll(".dotreel-line")].map((line) => {
        const button = make("button", "line", null, line.textContent);
        line.replaceWith(button);
        return button;
      });
      [...this.rail, ...this.lines].forEach((button, i) => {
        button.type = "button";
        button.tabIndex = i % this.beats.length ? -1 : 0;
        button.onclick = () => this.tell(i % this.beats.length);
      });
      this.tabIndex = -1; // a click anywhere gives it the keys
      this.setAttribute("ready", "");
    }

    addButton(bar, name) {
      const button = make("button", name, bar);
      button.type = "button";
      button.title = this.words[name];
      button.innerHTML = icon(ICONS[name]);
      make("span", "", button, this.words[name]);
      this.buttons[name] = button;
    }

    // ----------------------------------------------------------------------------- listening

    listen() {
      const { video, buttons } = this;
      const toggle = () => (video.paused ? this.play() : this.pause());
      video.onclick = buttons.play.onclick = toggle;
      buttons.back.onclick = () => this.back();
      buttons.next.onclick = () => this.next();
      buttons.repeat.onclick = () => this.repeat();
      buttons.captions.onclick = () => this.toggleCaptions();
      buttons.stop.onclick = () => {
        this.stepping = !this.stepping;
        this.stopAt = this.stepping && this.index >= 0 ? this.beats[this.index].end : null;
        this.refresh();
      };
      if (buttons.full)
        buttons.full.onclick = () =>
          document.fullscreenElement ? document.exitFullscreen() : this.requestFullscreen();
      this.speed.onchange = () => (video.playbackRate = this.speed.value);
      const frames = () => {
        this.follow();
        if (!video.paused) requestAnimationFrame(frames);
      };
      video.addEventListener("play", () => {
        for (const other of players) if (other !== this) other.pause();
        this.refresh();
        frames();
      });
      video.addEventListener("pause", () => this.refresh());
      video.addEventListener("ended", () => this.showStill(this.beats.length - 1));
      // Also where no frames are drawn, in a hidden tab.
      for (const name of ["timeupdate", "seeked"])
        video.addEventListener(name, () => this.follow());
      // The first source may fail just because it is for the other theme.
      for (const last of [video, this.querySelector("source:last-of-type")])
        last.addEventListener("error", () => this.fail());
      this.addEventListener("keydown", (event) => this.onKey(event, toggle));
      dark.addEventListener("change", () => this.pickTheme());
    }

    fail() {
      this.caption.textContent = this.words.broken;
      this.toggleCaptions(true);
    }

    onKey(event, toggle) {
      const { key, target } = event;
      if (event.altKey || event.ctrlKey || event.metaKey || target.matches("select")) return;
      let done = false;
      if (key === "ArrowRight" || key === "PageDown") done = this.next();
      else if (key === "ArrowLeft" || key === "PageUp") done = this.index > 0 && this.back();
      else if (key === " " && !target.matches("button")) done = toggle() || true;
      else if (/^\d$/.test(key)) done = this.tell(this.number(event) - 1) || true;
      else if (key === "ArrowDown" || key === "ArrowUp") {
        const to = this.lines[this.lines.indexOf(target) + (key === "ArrowDown" ? 1 : -1)];
        done = target.matches(".dotreel-line") && to && (to.focus(), true);
      }
      if (done) {
        event.preventDefault();
        event.stopPropagation(); // slides around the player must not turn as well
      }
    }

    /** The number that is being typed: a second digit in quick succession makes it 12. */
    number({ key, timeStamp }) {
      const { at, digits } = this.typed;
      let number = timeStamp - at < 700 ? digits * 10 + +key : +key;
      if (number > this.beats.length) number = +key;
      this.typed = { at: timeStamp, digits: number };
      return number;
    }
  }

  /** Follow a link to a moment: #t=row-3, or #t=dense-layer/row-3 where several clips have one. */
  function link() {
    const name = /^#t=(.+)/.exec(location.hash)?.[1];
    if (!name) return;
    const wanted = decodeURIComponent(name);
    for (const player of players)
      for (const beat of [wanted, wanted.replace(player.scene + "/", "")])
        if (player.seek({ beat })) return player.scrollIntoView({ block: "nearest" });
  }

  function start() {
    customElements.define(NAME, Player);
    link();
    addEventListener("hashchange", link);
  }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
})();
