/** The id that stands where the house itself acted, or nobody: no person ever has it. */
export const nobody = '00000000-0000-0000-0000-000000000000';
