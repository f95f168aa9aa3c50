import { reasonSentences } from '@holdfast/domain';
import { withPrefix } from './with-prefix.ts';

/** The sentences of the domain, which the server sends to programs as well. */
export const reasons = withPrefix('reason', reasonSentences);
