/** Prints the OpenAPI document as the service serves it, for tools that read files. */
import { createDocument } from '../src/api/openapi/document.ts';
import { appRouter } from '../src/domain/router.ts';

console.log(JSON.stringify(createDocument(appRouter, { prefix: '/api/v1' }), null, 2));
