/** `API keys` becomes `api-keys`: the name of a group of operations in the address of its page. */
export const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
