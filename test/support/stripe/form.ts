/** A form-encoded body, parsed with Stripe's brackets: `metadata[user_id]=u` becomes `{metadata: {user_id: 'u'}}`. */
export interface Form {
  [name: string]: string | Form | undefined;
}

export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop()!;
    let place = form;
    for (const part of path) {
      place[part] ??= {};
      place = place[part] as Form;
    }
    place[last] = value;
  }
  return form;
}

/** A member that must be there and be text. */
export function textOf(form: Form, name: string): string {
  const value = form[name];
  if (typeof value !== 'string') throw missing(name);
  return value;
}

export const formOf = (form: Form, name: string): Form =>
  typeof form[name] === 'object' ? (form[name] as Form) : {};

/** An error as Stripe answers with it. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: { type: string; message: string; code?: string; param?: string; [more: string]: unknown };
  constructor(status: number, body: StripeRefusal['body']) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export const missing = (param: string) =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'parameter_missing',
    message: `Missing required param: ${param}.`,
    param,
  });

export const noSuch = (what: string, id: string, param: string) =>
  new StripeRefusal(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });
