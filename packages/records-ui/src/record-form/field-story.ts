import { createContext, useContext } from 'react';

/** Leads from a field of a record that is read to what happened to it; undefined where there is nowhere to go. */
const FieldStory = createContext<((field: string) => void) | undefined>(undefined);

export const FieldStoryProvider = FieldStory.Provider;
export const useFieldStory = () => useContext(FieldStory);
