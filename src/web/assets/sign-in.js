(() => {
  const fault = document.querySelector('.fault[role="alert"]');
  const unreachable = 'Showreel cannot be reached just now. Try again in a moment.';

  const password = document.getElementById('password');
  const passwordFault = document.getElementById('password-fault');

  /** A fault of the password stands at its field, any other one above the form. */
  const say = (sentence, code) => {
    const place = code === 'known_password' ? passwordFault : fault;
    place.hidden = false;
    // Error sentences name fields in backticks. The page leaves them out.
    const plain = sentence.replaceAll('`', '');
    place.textContent = plain.charAt(0).toUpperCase() + plain.slice(1);
    if (place === passwordFault) password.ariaInvalid = 'true';
  };

  const clear = () => {
    fault.hidden = true;
    if (!passwordFault) return;
    passwordFault.hidden = true;
    password.ariaInvalid = null;
  };

  /** True where the request succeeded. Otherwise the page shows the error. */
  const post = async (path, body) => {
    clear();
    try {
      const answer = await fetch(path, {
        method: 'POST',
        ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (answer.ok) return true;
      const said = await answer.json();
      say(said.error, said.code);
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
    const { email, rememberMe } = form.elements;
    const body = { email: email.value.trim(), password: password.value, rememberMe: rememberMe.checked };
    if (await post(form.dataset.action, body)) return location.assign(form.dataset.next);
    form.ariaBusy = 'false';
    password.select();
    password.focus();
  });

  const signOut = document.querySelector('.sign-out');
  signOut?.addEventListener('click', async () => {
    if (signOut.ariaBusy === 'true') return;
    signOut.ariaBusy = 'true';
    if (await post('/api/auth/sign-out')) return location.assign(signOut.dataset.next);
    signOut.ariaBusy = 'false';
  });
})();
