/** The result of a route that sends a file named `file`. The client gets the file itself instead of JSON. */
export interface FileReply {
  file: string
}
