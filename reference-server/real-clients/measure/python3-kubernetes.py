"""Does with the official Python client what its users do most, against the server whose URL is the first argument.

Prints one line of JSON for each call: what it is, whether it came out right, and what went wrong."""

import json
import logging
import sys

from kubernetes import client, dynamic, utils, watch
from kubernetes.client.api_client import ApiClient
from kubernetes.leaderelection import electionconfig, leaderelection
from kubernetes.leaderelection.resourcelock.configmaplock import ConfigMapLock

logging.disable(logging.CRITICAL)
NAMESPACE = "default"
configuration = client.Configuration()
configuration.host = sys.argv[1]
api = ApiClient(configuration)
client.Configuration.set_default(configuration)
core, apps, batch = client.CoreV1Api(api), client.AppsV1Api(api), client.BatchV1Api(api)
labels = {"app": "web"}
container = client.V1Container(name="c", image="nginx:1")
template = client.V1PodTemplateSpec(metadata=client.V1ObjectMeta(labels=labels), spec=client.V1PodSpec(containers=[container]))


def meta(name):
    return client.V1ObjectMeta(name=name)


def deployment():
    spec = client.V1DeploymentSpec(replicas=2, selector=client.V1LabelSelector(match_labels=labels), template=template)
    return client.V1Deployment(metadata=meta("web"), spec=spec)


def job(name):
    pod = client.V1PodSpec(restart_policy="Never", containers=[container])
    return client.V1Job(metadata=meta(name), spec=client.V1JobSpec(template=client.V1PodTemplateSpec(spec=pod)))


def config_map(name, **data):
    return client.V1ConfigMap(metadata=meta(name), data=data)


def pages():
    token, count = None, 0
    while True:
        page = core.list_namespaced_config_map(NAMESPACE, limit=2, _continue=token)
        count += len(page.items)
        token = page.metadata._continue
        if not token:
            return count


def watched():
    seen = []
    for event in watch.Watch().stream(core.list_namespaced_config_map, NAMESPACE, timeout_seconds=10):
        seen.append(event["type"])
        if len(seen) == 3:
            core.delete_namespaced_config_map("c", NAMESPACE)
        if event["type"] == "DELETED":
            break
    return seen


def conflict():
    old = core.read_namespaced_config_map("a", NAMESPACE)
    core.patch_namespaced_config_map("a", NAMESPACE, {"data": {"k": "newer"}})
    return refused(lambda: core.replace_namespaced_config_map("a", NAMESPACE, old))


def refused(call):
    try:
        call()
    except client.ApiException as error:
        return error.status
    return 200


def elected():
    lock = ConfigMapLock("lock", NAMESPACE, "me")
    config = electionconfig.Config(lock, lease_duration=3, renew_deadline=2, retry_period=1, onstarted_leading=lambda: None, onstopped_leading=None)
    election = leaderelection.LeaderElection(config)
    return election.try_acquire_or_renew()


def dynamic_scale():
    resource = dynamic.DynamicClient(api).resources.get(api_version="apps/v1", kind="Deployment")
    return resource.scale.patch(name="web", namespace=NAMESPACE, body={"spec": {"replicas": 1}}, content_type="application/merge-patch+json").spec.replicas


MANIFEST = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "made"}, "spec": {"ports": [{"port": 80}]}}
EVICTION = client.V1Eviction(metadata=client.V1ObjectMeta(name="bare", namespace=NAMESPACE))

CALLS = [
    ("VersionApi.get_code", lambda: client.VersionApi(api).get_code().minor == "7"),
    ("CoreV1Api.get_api_resources", lambda: len(core.get_api_resources().resources) > 10),
    ("create_namespaced_deployment", lambda: apps.create_namespaced_deployment(NAMESPACE, deployment()).spec.replicas == 2),
    ("read_namespaced_deployment", lambda: apps.read_namespaced_deployment("web", NAMESPACE).metadata.name == "web"),
    ("list_deployment_for_all_namespaces", lambda: len(apps.list_deployment_for_all_namespaces().items) == 1),
    ("patch_namespaced_deployment_scale", lambda: apps.patch_namespaced_deployment_scale("web", NAMESPACE, {"spec": {"replicas": 3}}).spec.replicas == 3),
    ("read_namespaced_deployment_status", lambda: apps.read_namespaced_deployment_status("web", NAMESPACE).status is not None),
    ("create_namespaced_config_map", lambda: [core.create_namespaced_config_map(NAMESPACE, config_map(name, k=name)) for name in "abc"]),
    ("list with limit and _continue", lambda: pages() == 3),
    ("list with label_selector", lambda: core.list_namespaced_config_map(NAMESPACE, label_selector="a=b").items == []),
    ("list with field_selector", lambda: len(core.list_namespaced_config_map(NAMESPACE, field_selector="metadata.name=a").items) == 1),
    ("Watch.stream", lambda: watched()[-1] == "DELETED"),
    ("patch_namespaced_config_map", lambda: core.patch_namespaced_config_map("a", NAMESPACE, {"data": {"k": "patched"}}).data == {"k": "patched"}),
    ("patch with a JSON patch", lambda: core.patch_namespaced_config_map("a", NAMESPACE, [{"op": "add", "path": "/data/l", "value": "m"}]).data["l"] == "m"),
    ("replace_namespaced_config_map", lambda: core.replace_namespaced_config_map("b", NAMESPACE, config_map("b", k="new")).data == {"k": "new"}),
    ("replace with a stale version", lambda: conflict() == 409),
    ("create of a name that is taken", lambda: refused(lambda: core.create_namespaced_config_map(NAMESPACE, config_map("a"))) == 409),
    ("read of what is absent", lambda: refused(lambda: core.read_namespaced_pod("none", NAMESPACE)) == 404),
    ("create_namespaced_secret", lambda: core.create_namespaced_secret(NAMESPACE, client.V1Secret(metadata=meta("s"), string_data={"a": "b"})).data == {"a": "Yg=="}),
    ("create_namespaced_pod", lambda: core.create_namespaced_pod(NAMESPACE, client.V1Pod(metadata=meta("bare"), spec=client.V1PodSpec(containers=[container]))).spec.containers[0].image == "nginx:1"),
    ("read_namespaced_pod_log", lambda: core.read_namespaced_pod_log("bare", NAMESPACE) is not None),
    ("create_namespaced_pod_eviction", lambda: core.create_namespaced_pod_eviction("bare", NAMESPACE, EVICTION) is not None),
    ("create_namespaced_job", lambda: batch.create_namespaced_job(NAMESPACE, job("once")).spec.parallelism == 1),
    ("list_namespaced_job", lambda: len(batch.list_namespaced_job(NAMESPACE).items) == 1),
    ("create_namespace", lambda: core.create_namespace(client.V1Namespace(metadata=meta("other"))).metadata.name == "other"),
    ("list_node", lambda: len(core.list_node().items) > 0),
    ("list_namespaced_event", lambda: core.list_namespaced_event(NAMESPACE) is not None),
    ("utils.create_from_dict", lambda: utils.create_from_dict(api, MANIFEST) is not None),
    ("DynamicClient scale", lambda: dynamic_scale() == 1),
    ("LeaderElection by a config map", lambda: elected() is True),
    ("delete with propagation_policy", lambda: apps.delete_namespaced_deployment("web", NAMESPACE, propagation_policy="Background") is not None),
    ("delete_collection_namespaced_config_map", lambda: core.delete_collection_namespaced_config_map(NAMESPACE) is not None and pages() == 0),
    ("delete_namespace", lambda: core.delete_namespace("other") is not None),
    ("create_namespaced_lease", lambda: client.CoordinationV1Api(api).create_namespaced_lease(NAMESPACE, client.V1Lease(metadata=meta("l"))) is not None),
]

for name, call in CALLS:
    try:
        problem = None if call() else "another result"
    except Exception as error:
        problem = str(error).strip().split("\n")[0][:200] or type(error).__name__
    print(json.dumps({"command": name, "passed": problem is None, **({} if problem is None else {"said": problem})}), flush=True)
