/**
 * What a route answers with that sends a file: `file` is its name. The client gets the file itself, to save, and no
 * JSON.
 */
export interface FileReply {
  file: string
}
