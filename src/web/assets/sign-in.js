(() => {
  const fault = document.querySelector('.fault[role="alert"]');
  const unreachable = 'Showreel cannot be reached just now. Try again in a moment.';

  const say = (sentence) => {
    fault.hidden = false;
    // Error sentences name fields in backticks. The page leaves them out.
    const plain = sentence.replaceAll('`', '');
    fault.textContent = plain.charAt(0).toUpperCase() + plain.slice(1);
  };

  /** True where the request succeeded. Otherwise the page shows the error. */
  const post = async (path, body) => {
    fault.hidden = true;
    try {
      const answer = await fetch(path, {
        method: 'POST',
        ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (answer.ok) return true;
      const said = await answer.json();
      say(said.error);
    } catch {
      say(unreachable);
    }
    return false;
  };

  const form = document.querySelector('form');
  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    const { email, password, rememberMe } = form.elements;
    const body = { email: email.value.trim(), password: password.value, rememberMe: rememberMe.checked };
    if (await post(form.dataset.action, body)) return location.assign(form.dataset.next);
    form.ariaBusy = 'false';
    password.select();
    password.focus();
  });

  const reveal = document.querySelector('.reveal');
  if (reveal) {
    reveal.hidden = false;
    reveal.addEventListener('click', () => {
      const shown = form.elements.password.type === 'password';
      form.elements.password.type = shown ? 'text' : 'password';
      reveal.ariaPressed = String(shown);
      reveal.textContent = shown ? 'Hide' : 'Show';
    });
  }

  const signOut = document.querySelector('.sign-out');
  signOut?.addEventListener('click', async () => {
    if (signOut.ariaBusy === 'true') return;
    signOut.ariaBusy = 'true';
    if (await post('/api/auth/sign-out')) return location.assign(signOut.dataset.next);
    signOut.ariaBusy = 'false';
  });
})();
