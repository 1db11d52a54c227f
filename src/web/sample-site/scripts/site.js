// Every interaction of the sample site. Without this script the page shows the same content.
import { forecast } from './forecast.js';
import { signUp } from './sign-up.js';

header();
for (const root of document.querySelectorAll('[data-tabs]')) tabs(root);
for (const root of document.querySelectorAll('[data-accordion]')) accordion(root);
for (const root of document.querySelectorAll('.billing')) billing(root);
forecast(document.querySelector('#forecast'));
signUp(document.querySelector('#start-form'));
glideToAnchors();
moveOnlyInView();

function header() {
  const bar = document.querySelector('.site-header');
  const button = bar.querySelector('.menu-button');
  const nav = bar.querySelector('.site-nav');
  const lift = () => bar.classList.toggle('lifted', window.scrollY > 8);
  const open = (isOpen) => {
    nav.classList.toggle('open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
    button.setAttribute('aria-label', isOpen ? 'Close menu' : 'Menu');
  };
  addEventListener('scroll', lift, { passive: true });
  lift();
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') === 'false'));
  nav.addEventListener('click', (event) => event.target.closest('a') && open(false));
  addEventListener('keydown', (event) => event.key === 'Escape' && open(false));
  for (const link of nav.querySelectorAll('a')) {
    if (new URL(link.href).pathname === location.pathname && !link.hash)
      link.setAttribute('aria-current', 'page');
  }
}

function tabs(root) {
  const all = [...root.querySelectorAll('[role="tab"]')];
  const select = (chosen) => {
    for (const tab of all) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen;
    }
  };
  for (const tab of all) tab.addEventListener('click', () => select(tab));
  withArrowKeys(all, select);
}

function billing(root) {
  root.addEventListener('change', ({ target }) => {
    for (const price of document.querySelectorAll('[data-monthly]')) {
      price.classList.add('turning');
      setTimeout(() => {
        price.textContent = price.dataset[target.value];
        price.classList.remove('turning');
      }, 160);
    }
  });
}

/** Arrow keys, Home and End move within a group of which one element is in the tab order. */
function withArrowKeys(elements, choose) {
  const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  for (const [index, element] of elements.entries()) {
    element.addEventListener('keydown', ({ key }) => {
      const count = elements.length;
      const ends = { Home: 0, End: count - 1 };
      const next = key in steps ? (index + steps[key] + count) % count : ends[key];
      if (next === undefined) return;
      choose(elements[next]);
      elements[next].focus();
    });
  }
}

function accordion(root) {
  const buttons = [...root.querySelectorAll('button[aria-expanded]')];
  for (const button of buttons) {
    button.addEventListener('click', () => {
      const opens = button.getAttribute('aria-expanded') === 'false';
      for (const other of buttons) other.setAttribute('aria-expanded', String(other === button && opens));
    });
  }
}

/** The script scrolls smoothly. `scroll-behavior` would also slow down programs that scroll the page. */
function glideToAnchors() {
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href*="#"]');
    if (!link || link.pathname !== location.pathname || event.metaKey || event.ctrlKey) return;
    const target = document.getElementById(link.hash.slice(1));
    if (!target) return;
    event.preventDefault();
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    target.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
    history.replaceState(null, '', link.hash);
  });
}

/** Endless animations pause while they are out of view. */
function moveOnlyInView() {
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) target.classList.toggle('in-view', isIntersecting);
  });
  for (const element of document.querySelectorAll('.hero, .app')) watch.observe(element);
}
