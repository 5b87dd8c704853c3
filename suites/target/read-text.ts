import { readFileSync } from 'node:fs';
import { TargetError } from './target-error.ts';

/** The text of a file that the user named; `where` is the flag or member that named it. Throws a `TargetError`. */
export function readText(path: string, where: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'it may not be read' : `it cannot be read (${code})`;
    throw new TargetError('unreadable-file', `${where}: ${path}: ${why}; give the path of a readable file`);
  }
}
