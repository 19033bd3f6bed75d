import { http } from '../http/client.ts';
import { kept } from '@formwork/ui/kept.ts';

const storageKey = 'chat.token';
const success = '1200';

interface KeptToken {
  userId: string;
  token: string;
}

/** The token for the chat connection: kept with the person it is for; `fresh` asks the server again. */
export async function chatToken(userId: string, { fresh = false }: { fresh?: boolean } = {}): Promise<string> {
  const known = keptToken();
  if (!fresh && known?.userId === userId) return known.token;
  try {
    const { status, token } = await http.get<{ status: string; token?: string }>('/api2/chat/token', {
      query: { userId },
    });
    if (status !== success || token === undefined) throw new Error(`chat token status ${status}`);
    kept.write(storageKey, JSON.stringify({ userId, token } satisfies KeptToken));
    return token;
  } catch (cause) {
    kept.remove(storageKey);
    throw new Error('token request failed', { cause });
  }
}

function keptToken(): KeptToken | undefined {
  try {
    return JSON.parse(kept.read(storageKey) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
