// Lights up the numbers of the text that the clip is showing.
addEventListener("dotreel-beat", ({ detail }) => {
  const shown = new Set(detail.numbers.map((number) => number.name));
  for (const number of document.querySelectorAll("[data-number]"))
    number.toggleAttribute("data-lit", shown.has(number.dataset.number));
});
