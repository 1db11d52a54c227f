const days = [
  'Tuesday 17 March',
  'Wednesday 18 March',
  'Thursday 19 March',
  'Friday 20 March',
  'Monday 23 March',
  'Tuesday 24 March',
  'Wednesday 25 March',
  'Thursday 26 March',
  'Friday 27 March',
  'Monday 30 March',
  'Tuesday 31 March',
  'Wednesday 1 April',
  'Thursday 2 April',
  'Friday 3 April',
];

/** The slider picks a probability; the chart shows how many of the replays had ended by then, and on which day. */
export function forecast(section) {
  if (!section) return;
  const slider = section.querySelector('#sure');
  const runs = [...section.querySelectorAll('.run')];
  const counts = runs.map((run) => Number(run.style.getPropertyValue('--v')));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const show = () => {
    const wanted = (total * slider.valueAsNumber) / 100;
    let sum = 0;
    const last = counts.findIndex((count) => {
      sum += count;
      return sum >= wanted;
    });
    for (const [index, run] of runs.entries()) {
      run.classList.toggle('within', index <= last);
      run.classList.toggle('last', index === last);
    }
    const at = (slider.valueAsNumber - slider.min) / (slider.max - slider.min);
    slider.style.setProperty('--at', `${at * 100}%`);
    slider.setAttribute('aria-valuetext', `${slider.value} percent`);
    section.querySelector('#sure-value').textContent = `${slider.value} %`;
    section.querySelector('#sure-date').textContent = days[last];
  };
  slider.addEventListener('input', show);
  show();
}
