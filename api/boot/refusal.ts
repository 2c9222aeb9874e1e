/** Why a command cannot go on, in words for the person who typed it. */
export class Refusal extends Error {}
