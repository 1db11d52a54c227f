import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { AppError, invalid } from '../../errors.ts';
import { forgetUnreadBody } from './unread-body.ts';

export interface FormFile {
  bytes: Buffer;
  /** The name that the sender gave, without folders; empty where there is none. */
  fileName: string;
}

/** Room for the boundaries and for other fields, which are ignored. */
const restBytes = 64 * 1024;

/**
 * Reads the part `file` of a `multipart/form-data` body. The file is held in memory only, so a request that fails leaves
 * nothing behind.
 * @throws AppError 400 `invalid_file` where the body is no such form or has no `file`, or more than one; 400
 *   `body_incomplete` where the connection breaks; 413 `body_too_large`.
 */
export async function readFormFile(request: IncomingMessage, mostBytes: number): Promise<FormFile> {
  try {
    if (Number(request.headers['content-length'] ?? 0) > mostBytes + restBytes) throw tooLarge(mostBytes);
    return await readFile(request, mostBytes);
  } catch (fault) {
    forgetUnreadBody(request);
    throw fault;
  }
}

function readFile(request: IncomingMessage, mostBytes: number): Promise<FormFile> {
  return new Promise((resolve, reject) => {
    const form = openForm(request, mostBytes);
    const files: FormFile[] = [];
    let endedWhole = false;
    const fail = (fault: unknown) => {
      request.unpipe(form);
      reject(fault);
    };
    form.on('file', (field: string, stream: BusboyFileStream, fileName: string) => {
      stream.on('error', () => fail(malformed()));
      if (field !== 'file') return void stream.resume();
      if (files.length > 0) return fail(invalidFile('`file` was given more than once; once is enough.'));
      const chunks: Buffer[] = [];
      const file = { bytes: Buffer.alloc(0), fileName: fileName ?? '' };
      files.push(file);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => fail(tooLarge(mostBytes)));
      stream.on('end', () => {
        file.bytes = Buffer.concat(chunks);
      });
    });
    form.on('partsLimit', () => fail(invalidFile('The form has more parts than a `file` and some fields.')));
    form.on('error', () => fail(malformed()));
    form.on('finish', () => {
      const [file] = files;
      if (file && file.bytes.length > 0) resolve(file);
      else fail(invalidFile(`\`file\` is ${file ? 'empty' : 'missing'}: send it as a part of a form.`));
    });
    request.on('end', () => {
      endedWhole = true;
    });
    request.on('close', () => {
      if (!endedWhole) fail(incomplete());
    });
    request.pipe(form);
  });
}

function openForm({ headers }: IncomingMessage, mostBytes: number): BusboyInstance {
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw notAForm();
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      limits: { fileSize: mostBytes, fields: 20, fieldSize: restBytes, parts: 24, headerPairs: 50 },
    });
  } catch {
    throw notAForm();
  }
}

const invalidFile = (message: string) => invalid(message, 'invalid_file');
const notAForm = () =>
  invalidFile('The body must be a form with a `file`: Content-Type: multipart/form-data with its boundary.');
const malformed = () => invalidFile('The body is not a whole multipart/form-data form.');
const incomplete = () =>
  new AppError('body_incomplete', 400, 'The connection broke before the whole body was sent.');
const tooLarge = (mostBytes: number) =>
  new AppError('body_too_large', 413, `\`file\` must have at most ${mostBytes / 2 ** 20} MB.`);
