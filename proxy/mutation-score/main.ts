import { writeFile } from 'node:fs/promises';
import { PAGE, mutationScorePage } from './page.ts';

await writeFile(PAGE, await mutationScorePage());
