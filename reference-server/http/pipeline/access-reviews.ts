import { accessReview, accessReviewVersion } from '../handlers/access-review.ts';
import { type Handler, PLAIN } from '../serving.ts';

export const accessReviews: Handler = ({ request, response, target }, { options, send }) => {
  const version = accessReviewVersion(request.method, target.path);
  if (version === undefined) return false;
  return accessReview(request, version, options).then((review) => {
    send(response, review, PLAIN);
    return true;
  });
};
