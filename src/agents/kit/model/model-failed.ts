/** A request that was given up. The message is safe to show: no key, no request body, bounded. */
export class ModelFailed extends Error {
  override readonly name = "ModelFailed";
  readonly attempts: number;
  /** The HTTP status, where there was one. */
  readonly status: number | undefined;
  /** False when trying again cannot help: a wrong key, an unknown model, a malformed request. */
  readonly mayPass: boolean;

  constructor(message: string, about: { readonly attempts: number; readonly status: number | undefined; readonly mayPass: boolean; readonly cause?: unknown }) {
    super(message, { cause: about.cause });
    this.attempts = about.attempts;
    this.status = about.status;
    this.mayPass = about.mayPass;
  }
}

/** Nothing was asked: what may be spent in a day is used up. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
  readonly about: { readonly spent: string; readonly budget: string; readonly until: string };

  constructor(about: BudgetSpent["about"]) {
    super(`the daily budget is used up: ${about.spent} of ${about.budget}`);
    this.about = about;
  }
}
