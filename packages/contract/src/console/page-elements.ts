import type { RouteId } from '../routes.ts';

export interface PageElement {
  /** Cannot be hidden: without it people could not go on. */
  always?: true;
  /** Shows no text of its own that could be another. */
  wordless?: true;
}

export interface ElementGroup {
  elements: Readonly<Record<string, PageElement>>;
  /** The order is the page's own. */
  fixed?: true;
}

/**
 * The pages whose elements an administrator can hide, rename and put in order, and what each has, in its usual order. A page
 * that says its elements here reads what became of them by `useElements`; their names are texts `elements.<page>.<group>.<element>`.
 * `home` has besides its own what is above every page. Pages without any stand in `tools/conventions/page-elements.ts`, each with its reason.
 */
export const pageElements = {
  home: {
    header: { elements: { applications: {}, console: {}, search: {}, messages: {} } },
    figures: { elements: { todo: {}, started: {}, copies: {}, drafts: {}, followed: {} } },
    work: { elements: { todos: { wordless: true }, apps: { wordless: true } } },
    beside: {
      elements: {
        steps: { wordless: true },
        watch: { wordless: true },
        space: { wordless: true },
        messages: { wordless: true },
      },
    },
  },
  workbench: {
    tabs: { elements: { todo: { always: true }, handled: {}, started: {}, copies: {}, drafts: {}, followed: {} } },
  },
  messageCentre: {
    tabs: { elements: { all: { always: true }, unread: {} } },
    tools: { elements: { search: {}, subscriptions: {} } },
  },
  subscriptions: { parts: { fixed: true, elements: { search: {}, platform: {} } } },
  application: {
    tools: {
      fixed: true,
      elements: { search: {}, categories: { wordless: true }, people: { wordless: true }, forms: { wordless: true } },
    },
  },
  appCentre: {
    tools: { fixed: true, elements: { search: {} } },
    groups: { elements: { favourites: {}, recent: {}, systems: { always: true, wordless: true } } },
  },
  search: {
    tabs: {
      elements: { all: { always: true }, records: {}, apps: {}, people: {}, files: {}, documents: {}, messages: {} },
    },
  },
  appList: {
    tools: {
      fixed: true,
      elements: { search: {}, filter: { wordless: true }, total: { wordless: true }, columns: { wordless: true } },
    },
  },
  recordDetail: {
    header: {
      fixed: true,
      elements: {
        people: { wordless: true },
        pager: { wordless: true },
        undo: { wordless: true },
        modified: { wordless: true },
      },
    },
    panels: { elements: { history: {}, comments: {}, followers: {}, shares: {} } },
    below: { fixed: true, elements: { related: { wordless: true } } },
  },
  fileApp: {
    tools: { fixed: true, elements: { way: { wordless: true }, search: {}, shape: { wordless: true } } },
    more: { fixed: true, elements: { bin: {} } },
  },
  myHome: {
    tools: { fixed: true, elements: { edit: {} } },
    sections: { elements: { card: { always: true, wordless: true }, work: {} } },
  },
  contacts: {
    tools: { fixed: true, elements: { search: {}, departments: { wordless: true }, way: { wordless: true } } },
  },
  contactCard: {
    facts: {
      elements: {
        gender: {},
        birthday: {},
        department: {},
        position: {},
        partTime: {},
        supplier: {},
        superior: {},
        email: {},
        extension: {},
        jobDescription: {},
      },
    },
  },
  dashboards: { tabs: { elements: { dashboards: { always: true }, screens: {}, charts: {} } } },
  dashboard: { tools: { elements: { refresh: { wordless: true }, fullScreen: { wordless: true } } } },
  chartView: {
    tools: {
      elements: {
        filter: { wordless: true },
        records: {},
        refresh: { wordless: true },
        fullScreen: { wordless: true },
        export: { wordless: true },
      },
    },
  },
  rulesEngine: {
    tools: { elements: { designer: {}, qlang: {} } },
    tabs: { elements: { rules: { always: true }, traces: {} } },
  },
  personalCentre: {
    tabs: {
      elements: {
        info: { always: true },
        security: { always: true },
        groups: {},
        hosting: {},
        push: {},
        developer: {},
        agents: {},
      },
    },
  },
} as const satisfies Partial<Record<RouteId, Record<string, ElementGroup>>>;
