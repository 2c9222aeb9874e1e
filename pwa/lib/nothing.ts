/** Replaces an optional part of a library that the shop never uses. */
export default {}
