using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "shop", worker = .shop),
    (name = "vault", external = (http = ())), # its address: --external-addr=vault=…
    (name = "internet", network = (allow = ["public", "local"])), # local: the payment service may be a fake
    (name = "disk", disk = (path = "data", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "shop")],
);

const shop :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "dist/worker.js")],
  compatibilityDate = "2026-10-01",
  bindings = [
    (name = "PAYMENTS_URL", fromEnvironment = "PAYMENTS_URL"),
    (name = "PAYMENTS_MERCHANT_ID", fromEnvironment = "PAYMENTS_MERCHANT_ID"),
    (name = "VAULT", service = "vault"),
    (name = "ORDERS", durableObjectNamespace = "Order"),
  ],
  durableObjectNamespaces = [(className = "Order", uniqueKey = "orders-of-the-shop")],
  durableObjectStorage = (localDisk = "disk"),
);
