/** Whoever works in an enterprise, whatever the role. */
export const everyone = ['user', 'admin', 'safe', 'audit'] as const;

/** Those who set an enterprise up and watch over it. */
export const designers = ['admin', 'safe', 'audit'] as const;
