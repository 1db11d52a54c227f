/** Words that mean the same where they are listed. */
export type Words = readonly string[];
export type Lists<K extends string> = { readonly [key in K]?: Words };
