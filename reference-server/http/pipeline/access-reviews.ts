import { accessReview, accessReviewVersion } from '../handlers/access-review.ts';
import type { Handler } from '../serving.ts';
import { PLAIN } from '../serving.ts';

export const accessReviews: Handler = ({ request, response, target }, { options, send }) => {
  const version = accessReviewVersion(request.method, target.path);
  if (version === undefined) return false;
  return accessReview(request, version, options).then((answer) => {
    send(response, answer, PLAIN);
    return true;
  });
};
