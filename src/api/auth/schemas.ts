import { z } from 'zod';

const email = z.email().max(254);
const password = z.string().min(1).max(1024);
const newPassword = z.string().min(8).max(128);
const token = z.string().min(1).max(200).describe('The `token` of the link that was mailed.');
const rememberMe = z
  .boolean()
  .optional()
  .describe('With `false` the session ends when the browser is closed.');

export const signUpSchema = z.object({
  email,
  password: newPassword,
  name: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('By default the part of the email address before the @.'),
  rememberMe,
});
export const signInSchema = z.object({ email, password, rememberMe });
export const passwordChangeSchema = z.object({ currentPassword: password, newPassword });
export const deletionSchema = z.object({
  password,
  email: email.describe('The address of the account, typed again.'),
});
export const resetRequestSchema = z.object({ email });
export const passwordResetSchema = z.object({ token, newPassword });
export const linkSchema = z.object({ token });
export const sessionChoiceSchema = z.object({ id: z.string().min(1).max(100) });
