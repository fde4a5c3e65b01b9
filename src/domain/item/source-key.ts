/** The key by which a later run of an import recognises a file that it has made. */
export const sourceKey = 'importedFrom'
