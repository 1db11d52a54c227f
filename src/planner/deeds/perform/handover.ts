/**
 * Two sides take turns: one asks, and the other works until it has something to give. Then it waits for the next question, in the middle of
 * its work.
 */
export class Handover<Question, Answer> {
  readonly #work: (first: Question) => Promise<void>;
  #answer = Promise.withResolvers<Answer | null>();
  #question: PromiseWithResolvers<Question> | null = null;
  #isOver = false;
  #askedMs = 0;
  #workedMs = 0;

  /** @param work begins with the first question, and gives its answers by `give` */
  constructor(work: (first: Question) => Promise<void>) {
    this.#work = work;
  }

  /** How long the work has taken, without the time that it waited for questions. */
  get workedMs(): number {
    return this.#workedMs + (performance.now() - this.#askedMs);
  }

  /** Null when the work is done. @throws what the work throws */
  ask(question: Question): Promise<Answer | null> {
    if (this.#isOver) return Promise.resolve(null);
    this.#answer = Promise.withResolvers();
    this.#askedMs = performance.now();
    if (this.#question) this.#question.resolve(question);
    else
      this.#work(question)
        .finally(() => {
          this.#isOver = true;
        })
        .then(
          () => this.#answer.resolve(null),
          (error: unknown) => this.#answer.reject(error),
        );
    return this.#answer.promise;
  }

  give(answer: Answer): Promise<Question> {
    this.#workedMs += performance.now() - this.#askedMs;
    this.#question = Promise.withResolvers();
    this.#answer.resolve(answer);
    return this.#question.promise;
  }
}
