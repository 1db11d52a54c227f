/** Prints the OpenAPI document as the service gives it, for what reads files. */
import { createDocument } from '../src/api/openapi/document.ts';
import { appRouter } from '../src/domain/router.ts';

console.log(JSON.stringify(createDocument(appRouter, { prefix: '/api/v1' }), null, 2));
