/** Suggestions below the tags of the manage dialogs (specification, section 5). */
export const manageTags = ['workflow', 'mixing', 'sound design', 'composition', 'effects', 'plugins'] as const

/** Suggestions below the tags of the creator and the draft editor (specification, section 5). */
export const editorTags = ['ableton', 'production', 'tutorial', 'midi', 'audio', 'plugin'] as const
