/** A file of this name in `DATA_DIR/sendings` says that the folder was put back from a backup. */
export const restoredMark = 'restored'
