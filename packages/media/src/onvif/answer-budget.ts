/** More than any device needs to describe itself. */
const MAX_ANSWER_BYTES = 16 * 1024;
/** A device on several of our networks answers twice on each of them. */
const MAX_ANSWERS_PER_SENDER = 16;
const MAX_ANSWERS = 1_024;

/** Decides whether a discovery answer is read: anybody on the network can send any number of them. */
export function createAnswerBudget(): (sender: string, bytes: number) => boolean {
  const counts = new Map<string, number>();
  let all = 0;
  return (sender, bytes) => {
    if (bytes > MAX_ANSWER_BYTES || all >= MAX_ANSWERS) return false;
    const count = counts.get(sender) ?? 0;
    if (count >= MAX_ANSWERS_PER_SENDER) return false;
    counts.set(sender, count + 1);
    all += 1;
    return true;
  };
}
