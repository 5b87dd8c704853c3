import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { KILL_MATRIX_FORMAT, type KillMatrix, type MeasuredFault } from './kill-matrix.ts';

const FILE = fileURLToPath(new URL('../../fixtures/kill-matrix.json', import.meta.url));

const EMPTY: KillMatrix = { format: KILL_MATRIX_FORMAT, seed: 1, rules: [], faults: [], variants: [] };

/** The last measured matrix; an empty one if there is none. */
export function storedMatrix(): KillMatrix {
  let text: string;
  try {
    text = readFileSync(FILE, 'utf8');
  } catch {
    return EMPTY;
  }
  return JSON.parse(text) as KillMatrix;
}

/** Every hanging or stopping server breaks this rule, whatever its bug, so breaking it alike proves no likeness. */
const KEEPS_ANSWERING = 'world/keeps-answering';

/** The measured faults that a report may name as the bug of a server. */
export function namableFaults(): readonly MeasuredFault[] {
  return storedMatrix().faults.filter(({ caughtBy }) => caughtBy !== KEEPS_ANSWERING);
}

/** Writes a matrix to the file, one line for each failing rule and for each symptom. */
export function storeMatrix(matrix: KillMatrix): void {
  const text = JSON.stringify(matrix, null, 1).replaceAll(SYMPTOM, (symptom) => symptom.replaceAll(/\n */g, ' '));
  writeFileSync(FILE, `${text}\n`);
}

const SYMPTOM = /\{\s+"fingerprints": [^}]*\}/g;
