(() => {
  for (const block of document.querySelectorAll('pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(block.querySelector('code').textContent);
        button.textContent = 'Copied';
      } catch {
        // Browsers offer the clipboard only to https pages. Without it the text is selected, to be copied by hand.
        getSelection().selectAllChildren(block.querySelector('code'));
        button.textContent = 'Press Ctrl+C';
      }
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1500);
    });
    block.append(button);
  }
})();
