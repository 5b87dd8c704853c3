/** `pnpm reference-server`, quickly: see `quickStart`. */
import { quickStart } from '../../fixtures/formats/quick-start.mjs';
import { PROGRAMS } from '../../fixtures/formats/programs.mjs';

await quickStart(PROGRAMS.referenceServer, 'main');
