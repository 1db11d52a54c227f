/** What should be read has been replaced since it was looked up. Nothing of it was read. */
export class ObjectReplaced extends Error {
  constructor(key: string) {
    super(`${key} was replaced while it was to be read`);
    this.name = 'ObjectReplaced';
  }
}
