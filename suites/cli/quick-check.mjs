/** `pnpm proxy check`, quickly: see `quickStart`. */
import { quickStart } from '../../fixtures/formats/quick-start.mjs';
import { SUITE } from './suite-program.mjs';

await quickStart(SUITE, 'check');
