# The same worker twice: with workerd's imitation of Node, which a new project gets, and without it.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "imitating-node", worker = .imitatingNode),
    (name = "plain", worker = .plain),
    (name = "internet", network = (allow = ["public", "private", "local"])), # the fake is on loopback
  ],
);

const imitatingNode :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.bundle.mjs")],
  bindings = [(name = "FAKE_URL", fromEnvironment = "FAKE_URL"), (name = "GONE_URL", fromEnvironment = "GONE_URL")],
  compatibilityDate = "2026-10-01",
);

const plain :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.bundle.mjs")],
  bindings = [(name = "FAKE_URL", fromEnvironment = "FAKE_URL"), (name = "GONE_URL", fromEnvironment = "GONE_URL")],
  compatibilityDate = "2026-10-01",
  compatibilityFlags = ["no_nodejs_compat"],
);
