/** Saves a file made on this page. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The browser reads the address shortly after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
