#!/usr/bin/env node
/** The entry of the npm package `showreel`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runShowreel } from './program.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
process.exitCode = await runShowreel(process.argv.slice(2), { version });
