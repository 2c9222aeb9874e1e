/** A reason why a command cannot go on, in words for whoever typed it. */
export class Refusal extends Error {}
