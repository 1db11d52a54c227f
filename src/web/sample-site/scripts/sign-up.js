/** Checks the address and says thank you; the sample site keeps nothing and sends nothing. */
export function signUp(form) {
  if (!form) return;
  const email = form.elements.namedItem('email');
  const error = form.querySelector('#email-error');
  const complain = (sentence) => {
    error.textContent = sentence;
    error.hidden = sentence === '';
    email.setAttribute('aria-invalid', String(sentence !== ''));
  };
  email.addEventListener('input', () => complain(''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!email.validity.valid) {
      complain(email.value === '' ? 'Please enter your email address.' : 'That address looks incomplete.');
      email.focus();
      return;
    }
    const done = form.querySelector('.start-done');
    const heading = document.createElement('b');
    heading.textContent = 'Your board is ready.';
    done.replaceChildren(heading, `We sent a link to ${email.value}.`);
    form.classList.add('sent');
    done.focus();
  });
}
