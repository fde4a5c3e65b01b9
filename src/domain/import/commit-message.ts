/** The message of an import's commit; `from` names the other system. */
export function importMessage(texts: number, pictures: number, from: string): string {
  const media = pictures === 0 ? '' : ` and ${pictures} picture${pictures === 1 ? '' : 's'}`
  return `Import ${texts} text${texts === 1 ? '' : 's'}${media} from ${from}`
}

/** Whether a commit is one of an import, which brings texts as they were and changes none. */
export function isImportMessage(message: string): boolean {
  return /^Import \d{1,9} texts?(?: and \d{1,9} pictures?)? from /.test(message)
}
